import { Badge, type BadgeProps } from '@strapi/design-system';
import type { DeliveryState } from '../../../shared/deliveries';
import { useText } from '../utils/text';

/**
 * Colour goes with the word, never alone. Where the variant's own text has too little contrast on
 * its ground, another takes its place.
 */
const LOOKS = {
  pending: { variant: 'primary' },
  applied: { variant: 'success' },
  superseded: { variant: 'neutral' },
  parked: { variant: 'warning', textColor: 'neutral800' },
  failed: { variant: 'danger' },
  quarantined: { variant: 'alternative', textColor: 'alternative700' },
} as const satisfies Record<DeliveryState, BadgeProps>;

interface StateBadgeProps {
  state: DeliveryState;
  /** Whether somebody decided against it: then it waits for nobody any more. */
  isDiscarded?: boolean;
}

export function StateBadge({ state, isDiscarded = false }: StateBadgeProps) {
  const text = useText();
  if (isDiscarded) return <Badge variant="neutral">{text('state.discarded')}</Badge>;
  return <Badge {...LOOKS[state]}>{text(`state.${state}`)}</Badge>;
}
