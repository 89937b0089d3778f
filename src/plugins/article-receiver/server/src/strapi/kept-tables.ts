import type { Core } from '@strapi/types';

const PLACE = { type: 'core', key: 'persisted_tables' } as const;

/** A table that Strapi keeps though nothing of the site's has it. */
type KeptTable = string | { name: string };

export const nameOfTable = (table: KeptTable): string =>
  typeof table === 'string' ? table : table.name;

/** What Strapi (`database/schema/diff`) does not drop; null before the first is kept. */
export const keptTables = async (strapi: Core.Strapi): Promise<KeptTable[] | null> =>
  (await strapi.store.get(PLACE)) as KeptTable[] | null;

export const keepTables = async (strapi: Core.Strapi, value: readonly KeptTable[]): Promise<void> =>
  strapi.store.set({ ...PLACE, value });
