import { Badge } from '@strapi/design-system';
import type { DeliveryState } from '../../../shared/deliveries';
import { useText } from '../utils/text';

/** Colour goes with the word, never alone. */
const VARIANTS = {
  pending: 'primary',
  applied: 'success',
  superseded: 'neutral',
  parked: 'warning',
  failed: 'danger',
  quarantined: 'alternative',
} as const satisfies Record<DeliveryState, string>;

interface StateBadgeProps {
  state: DeliveryState;
  /** Whether somebody decided against it: then it waits for nobody any more. */
  isDiscarded?: boolean;
}

export function StateBadge({ state, isDiscarded = false }: StateBadgeProps) {
  const text = useText();
  if (isDiscarded) return <Badge variant="neutral">{text('state.discarded')}</Badge>;
  return <Badge variant={VARIANTS[state]}>{text(`state.${state}`)}</Badge>;
}
