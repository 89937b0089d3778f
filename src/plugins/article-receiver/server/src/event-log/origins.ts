import type { Core } from '@strapi/types';
import { TABLES } from '../database/tables';
import { findRows, type RowOf } from '../database/rows';

const FIELDS = ['id', 'token', 'remoteAddress', 'userAgent'] as const;

/** How a delivery came: what only the log itself has. Its token is known by name. */
export type OriginRow = Pick<RowOf<typeof TABLES.log>, (typeof FIELDS)[number]>;

/** How deliveries came, by their position. */
export async function originsOf(
  strapi: Core.Strapi,
  positions: readonly number[],
): Promise<Map<number, OriginRow>> {
  const found = await findRows(strapi, TABLES.log, FIELDS, (log) =>
    log.whereIn('id', [...positions]),
  );
  return new Map(found.map((origin) => [origin.id, origin]));
}
