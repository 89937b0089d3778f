import type { Core } from '@strapi/types';
import type { DeliveryFilter } from '../../../shared/operations';
import type { DeliveryRow } from './deliveries';
import { TABLES } from './models';

const PAGE = 200;

/** A filter of deliveries in the words of Strapi's query engine. */
function whereOf({ states, event, articleId, since, until, search }: DeliveryFilter) {
  const time = {
    ...(since === undefined ? {} : { $gte: since }),
    ...(until === undefined ? {} : { $lt: until }),
  };
  const fields = ['title', 'slug', 'deliveryId', 'articleId', 'campaignId', 'orgId'];
  return {
    ...(states && states.length > 0 ? { state: { $in: [...states] } } : {}),
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
  return strapi.db.query(TABLES.delivery).count({ where: whereOf(filter) });
}

/**
 * The deliveries that match, newest first, a page at a time. Pages are found by position, not by
 * counting: a row that arrives or changes its state meanwhile shifts nothing, and none comes twice.
 */
export async function* pagesOfDeliveries(
  strapi: Core.Strapi,
  filter: DeliveryFilter,
): AsyncGenerator<DeliveryRow[]> {
  const where = whereOf(filter);
  let before: number | null = null;
  for (;;) {
    const rows = (await strapi.db.query(TABLES.delivery).findMany({
      where: before === null ? where : { ...where, id: { $lt: before } },
      orderBy: { id: 'desc' },
      limit: PAGE,
    })) as DeliveryRow[];
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    before = last.id;
  }
}
