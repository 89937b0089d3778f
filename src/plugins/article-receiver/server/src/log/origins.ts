import type { Core } from '@strapi/types';
import { TABLES } from '../database/models';
import { table } from '../database/sql';

/** How a delivery came: what only the log itself has. */
export interface OriginRow {
  id: number;
  /** Name of the token. */
  token: string | null;
  remote_address: string | null;
  user_agent: string | null;
}

/** How deliveries came, by their position. */
export async function originsOf(
  strapi: Core.Strapi,
  positions: readonly number[],
): Promise<Map<number, OriginRow>> {
  const found = (await table(strapi, TABLES.log)
    .whereIn('id', [...positions])
    .select('id', 'token', 'remote_address', 'user_agent')) as OriginRow[];
  return new Map(found.map((origin) => [origin.id, origin]));
}
