import type { Core } from '@strapi/types';
import type { DeliveryRow } from './deliveries';
import { TABLES } from './models';

/** A page of the event log. `where` is a filter of Strapi's query engine over known columns. */
export interface DeliveryQuery {
  page: number;
  pageSize: number;
  where: Record<string, unknown>;
}

/** A page of the event log, newest first, without bodies. */
export async function pageOfDeliveries(
  strapi: Core.Strapi,
  { page, pageSize, where }: DeliveryQuery,
): Promise<{ rows: DeliveryRow[]; total: number }> {
  const deliveries = strapi.db.query(TABLES.delivery);
  const offset = (page - 1) * pageSize;
  const rows = (await deliveries.findMany({
    where,
    orderBy: { id: 'desc' },
    limit: pageSize,
    offset,
  })) as DeliveryRow[];
  return { rows, total: await deliveries.count({ where }) };
}
