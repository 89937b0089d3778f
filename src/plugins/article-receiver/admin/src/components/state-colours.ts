import type { ShownState } from '../../../shared/deliveries/deliveries';

/** Theme colours of the states where they fill something: darker than the grounds of badges. */
export const STATE_COLOURS = {
  pending: 'primary500',
  applied: 'success500',
  superseded: 'neutral400',
  parked: 'warning500',
  failed: 'danger500',
  quarantined: 'alternative500',
  leftOut: 'neutral300',
} as const satisfies Record<ShownState, string>;
