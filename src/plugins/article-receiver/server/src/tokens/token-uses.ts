import type { Core } from '@strapi/types';
import { TABLES } from '../database/models';
import { columns, table, toNumber } from '../database/sql';

/** When a token was used last, and from where. */
export interface TokenUse {
  lastUsedAt: number | null;
  lastUsedAddress: string | null;
}

/** Writes down that a token of the configuration was used, by its hash. */
export async function recordConfiguredUse(
  strapi: Core.Strapi,
  hash: string,
  { now, address }: { now: number; address: string },
): Promise<void> {
  const use = { lastUsedAt: now, lastUsedAddress: address.slice(0, 255) || null };
  await table(strapi, TABLES.tokenUse)
    .insert(columns({ hash, ...use }))
    .onConflict('hash')
    .merge();
}

/** The last uses of tokens of the configuration, by their hash. */
export async function configuredUses(strapi: Core.Strapi): Promise<Map<string, TokenUse>> {
  const rows = (await strapi.db.query(TABLES.tokenUse).findMany({})) as {
    hash: string;
    lastUsedAt: number | string | null;
    lastUsedAddress: string | null;
  }[];
  return new Map(
    rows.map(({ hash, lastUsedAt, lastUsedAddress }) => [
      hash,
      { lastUsedAt: toNumber(lastUsedAt), lastUsedAddress },
    ]),
  );
}
