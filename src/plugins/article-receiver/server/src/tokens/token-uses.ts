import type { Core } from '@strapi/types';
import { TABLES } from '../database/tables';
import { rows } from '../database/rows';
import { columns, table } from '../database/sql';

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
  const uses = await rows(strapi, TABLES.tokenUse).findMany({});
  return new Map(uses.map(({ hash, ...use }) => [hash, use]));
}
