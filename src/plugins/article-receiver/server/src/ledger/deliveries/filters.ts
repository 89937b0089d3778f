import { SETTLED_STATES, type DeliveryState } from '../../../../shared/deliveries/deliveries';
import type { DeliveryFilter } from '../../../../shared/deliveries/operations';

/** A filter of Strapi's query engine on the columns of deliveries; `{}` selects all. */
export type Filter = Record<string, unknown>;

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
export function inState(state: DeliveryState): Filter {
  if (state === 'quarantined') return { state, discardedAt: { $null: true } };
  const isSettled = SETTLED_STATES.some((settled) => settled === state);
  return isSettled ? { state, leftAt: { $null: true } } : { state };
}

const SEARCHED = ['title', 'slug', 'deliveryId', 'articleId', 'campaignId', 'orgId'];

/** What an operator asks for, in the words of Strapi's query engine. */
export function filterOf(asked: DeliveryFilter): Filter {
  const { states, event, articleId, since, until, search, undecided } = asked;
  const time = {
    ...(since === undefined ? {} : { $gte: since }),
    ...(until === undefined ? {} : { $lt: until }),
  };
  return {
    ...(states && states.length > 0 ? { state: { $in: [...states] } } : {}),
    ...(undecided ? { discardedAt: { $null: true } } : {}),
    ...(event === undefined ? {} : { event }),
    ...(articleId === undefined ? {} : { articleId }),
    ...(Object.keys(time).length > 0 ? { receivedAt: time } : {}),
    ...(search ? { $or: SEARCHED.map((field) => ({ [field]: { $containsi: search } })) } : {}),
  };
}
