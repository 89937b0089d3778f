import { Badge } from '@strapi/design-system';
import type { DeliveryState } from '../../../shared/deliveries';
import { useText } from '../utils/text';

/** Dark on a coloured ground: the badge variants' own coloured text has too little contrast. */
const GROUNDS = {
  pending: 'primary200',
  applied: 'success200',
  superseded: 'neutral200',
  parked: 'warning200',
  failed: 'danger200',
  quarantined: 'alternative200',
} as const satisfies Record<DeliveryState, string>;

interface StateBadgeProps {
  state: DeliveryState;
  /** Whether somebody decided against it: then it waits for nobody any more. */
  isDiscarded?: boolean;
}

export function StateBadge({ state, isDiscarded = false }: StateBadgeProps) {
  const text = useText();
  return (
    <Badge
      textColor="neutral800"
      style={{ whiteSpace: 'nowrap' }}
      backgroundColor={isDiscarded ? 'neutral200' : GROUNDS[state]}
    >
      {text(isDiscarded ? 'state.discarded' : `state.${state}`)}
    </Badge>
  );
}
