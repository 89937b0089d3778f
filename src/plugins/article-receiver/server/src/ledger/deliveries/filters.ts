import { SETTLED_STATES, type DeliveryState } from '../../../../shared/deliveries';

/**
 * The deliveries that somebody decided against, as a filter of Strapi's query engine: what `leftOut`
 * counts everywhere.
 */
export const LEFT_OUT = {
  $or: [
    { state: 'quarantined', discardedAt: { $notNull: true } },
    { state: { $in: [...SETTLED_STATES] }, leftAt: { $notNull: true } },
  ],
};

/** The deliveries that are in a state and wait there, or are shown by it. */
export function inState(state: DeliveryState): Record<string, unknown> {
  if (state === 'quarantined') return { state, discardedAt: { $null: true } };
  const isSettled = SETTLED_STATES.some((settled) => settled === state);
  return isSettled ? { state, leftAt: { $null: true } } : { state };
}
