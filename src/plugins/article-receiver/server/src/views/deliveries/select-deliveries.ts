import type { Core } from '@strapi/types';
import { ledgerOf } from '../../ledger/ledger';
import type { DeliveryFilter } from '../../../../shared/operations';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { pagesOfAll } from './delivery-page';

/** A filter of deliveries in the words of Strapi's query engine. */
function whereOf({ states, event, articleId, since, until, search, undecided }: DeliveryFilter) {
  const time = {
    ...(since === undefined ? {} : { $gte: since }),
    ...(until === undefined ? {} : { $lt: until }),
  };
  const fields = ['title', 'slug', 'deliveryId', 'articleId', 'campaignId', 'orgId'];
  return {
    ...(states && states.length > 0 ? { state: { $in: [...states] } } : {}),
    ...(undecided ? { discardedAt: { $null: true } } : {}),
    ...(event === undefined ? {} : { event }),
    ...(articleId === undefined ? {} : { articleId }),
    ...(Object.keys(time).length > 0 ? { receivedAt: time } : {}),
    ...(search ? { $or: fields.map((field) => ({ [field]: { $containsi: search } })) } : {}),
  };
}

export async function countDeliveries(
  strapi: Core.Strapi,
  filter: DeliveryFilter,
): Promise<number> {
  return ledgerOf(strapi).deliveries.all.count({ where: whereOf(filter) });
}

/** The deliveries that match, newest first, a page at a time. */
export const pagesOfDeliveries = (
  strapi: Core.Strapi,
  filter: DeliveryFilter,
): AsyncGenerator<DeliveryRow[]> => pagesOfAll(strapi, whereOf(filter));

const PAGE = 200;

/** The deliveries that match, in the order of the log, a page at a time. */
export async function* pagesInOrder(
  strapi: Core.Strapi,
  filter: DeliveryFilter,
): AsyncGenerator<DeliveryRow[]> {
  for (let after = 0; ;) {
    const page = await ledgerOf(strapi).deliveries.all.findMany({
      where: { $and: [whereOf(filter), { id: { $gt: after } }] },
      orderBy: { id: 'asc' },
      limit: PAGE,
    });
    const last = page.at(-1);
    if (!last) return;
    yield page;
    after = last.id;
  }
}
