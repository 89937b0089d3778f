import type { Core } from '@strapi/types';
import type { Filter } from '../../ledger/deliveries/filters';
import { ledgerOf } from '../../ledger/ledger';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';

/** A page of the event log by its number. */
export interface DeliveryQuery {
  page: number;
  pageSize: number;
  where: Filter;
}

/** A page of the event log by a place in it: what is older than that, or newer. */
export interface KeysetQuery {
  from: { after: number } | { before: number };
  pageSize: number;
  where: Filter;
}

export interface DeliveryPage {
  rows: DeliveryRow[];
  /** Position after which the next page begins; null at the end. */
  next: number | null;
  /** Position before which the previous page ends; null at the beginning. */
  previous: number | null;
}

const deliveries = (strapi: Core.Strapi) => ledgerOf(strapi).deliveries.all;

/** A page of the event log, newest first, without bodies, and how many deliveries there are. */
export async function pageOfDeliveries(
  strapi: Core.Strapi,
  { page, pageSize, where }: DeliveryQuery,
): Promise<{ rows: DeliveryRow[]; total: number; next: number | null }> {
  const offset = (page - 1) * pageSize;
  const found = await deliveries(strapi).findMany({
    where,
    orderBy: { id: 'desc' },
    limit: pageSize,
    offset,
  });
  const total = await deliveries(strapi).count({ where });
  const next = offset + found.length < total ? (found.at(-1)?.id ?? null) : null;
  return { rows: found, total, next };
}

/**
 * A page of the event log, newest first, found by position: it costs the same however far down it
 * is, and what arrives meanwhile shifts nothing.
 */
export async function pageByKeyset(
  strapi: Core.Strapi,
  { from, pageSize, where }: KeysetQuery,
): Promise<DeliveryPage> {
  const isDown = 'after' in from;
  const position = isDown ? from.after : from.before;
  const found = await deliveries(strapi).findMany({
    where: { $and: [where, { id: isDown ? { $lt: position } : { $gt: position } }] },
    orderBy: { id: isDown ? 'desc' : 'asc' },
    limit: pageSize + 1,
  });
  const page = found.slice(0, pageSize);
  if (!isDown) page.reverse();
  const goesOn = found.length > pageSize;
  const newest = page[0]?.id ?? (isDown ? position - 1 : position);
  const oldest = page.at(-1)?.id ?? (isDown ? position : position + 1);
  const isMoreUp = isDown ? await isAny(strapi, where, { $gt: newest }) : goesOn;
  const isMoreDown = isDown ? goesOn : await isAny(strapi, where, { $lt: oldest });
  return { rows: page, next: isMoreDown ? oldest : null, previous: isMoreUp ? newest : null };
}

async function isAny(strapi: Core.Strapi, where: Filter, id: object): Promise<boolean> {
  const row = await deliveries(strapi).findOne({
    select: ['id'],
    where: { $and: [where, { id }] },
    orderBy: { id: '$gt' in id ? 'asc' : 'desc' },
  });
  return row !== null;
}
