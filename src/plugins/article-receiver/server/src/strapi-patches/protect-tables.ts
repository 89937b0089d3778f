import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { keepTables, keptTables, nameOfTable } from '../strapi/kept-tables';
import { storedType } from '../strapi/metadata';

/**
 * Keeps the plugin's tables through a boot without the plugin. Strapi drops the tables of what it
 * no longer finds (`database/schema/diff`), and a plugin is quickly lost: a rollback, a package
 * that was not installed, `enabled: false`. The list is shared with others: it is added to.
 * Strapi does so on purpose: https://github.com/strapi/strapi/issues/12068. As here in 5.17 to 5.54.
 */
export async function protectTables(strapi: Core.Strapi): Promise<void> {
  const kept = (await keptTables(strapi)) ?? [];
  const known = new Set(kept.map(nameOfTable));
  const missing = ownTables(strapi).filter((table) => !known.has(table));
  if (missing.length > 0) await keepTables(strapi, [...kept, ...missing]);
}

/** The tables of the plugin's models and content types, link tables included. */
export function ownTables(strapi: Core.Strapi): string[] {
  const tables = new Set<string>();
  for (const [uid] of strapi.db.metadata) {
    if (!uid.startsWith(`plugin::${PLUGIN_ID}.`)) continue;
    const { tableName, attributes } = storedType(strapi, uid);
    tables.add(tableName);
    for (const attribute of Object.values(attributes)) {
      const link = attribute?.joinTable?.name;
      // Media are linked through a table of the upload plugin's, which stays in any case.
      if (link?.startsWith('article_receiver_')) tables.add(link);
    }
  }
  return [...tables];
}
