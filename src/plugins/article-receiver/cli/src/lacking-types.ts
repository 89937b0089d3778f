import type { Core } from '@strapi/types';
import { recordOf } from '../../shared/records';

const STORE = 'strapi_core_store_settings';
/** Where Strapi keeps the content types that the site had when it was loaded last, and tables that it never drops. */
const KEYS = { types: 'strapi_content_types_schema', kept: 'core_persisted_tables' } as const;

/**
 * Keeps a command from loading a site without content types that it has entries of: Strapi drops their tables. Whoever
 * starts a site sees what it lacks; a command may meet one that is being built, or be run without the environment
 * (`NODE_ENV`) that enables a plugin.
 * @throws Error, from the site's `load`, that names them.
 */
export function refuseLackingTypes(strapi: Core.Strapi): void {
  const bootstrap = strapi.bootstrap.bind(strapi);
  strapi.bootstrap = async () => {
    const lacking = await lackingTypes(strapi);
    if (lacking.length > 0) {
      throw new Error(
        `it has no ${lacking.join(', ')}, of which its database has entries, and Strapi would drop them. ` +
          'Build the site, and run the command with its environment (NODE_ENV). What was removed on purpose goes once the site is started.',
      );
    }
    return bootstrap();
  };
}

async function lackingTypes(strapi: Core.Strapi): Promise<string[]> {
  const { db } = strapi;
  const settings = strapi.config.get<{ forceMigration?: boolean }>('database.settings', {});
  // Then Strapi drops nothing.
  if (settings.forceMigration === false) return [];
  const schema = () => db.getSchemaConnection();
  if (!(await schema().hasTable(STORE))) return [];
  const kept = JSON.stringify(await stored(strapi, KEYS.kept));
  const lacking: string[] = [];
  for (const [uid, type] of Object.entries(recordOf(await stored(strapi, KEYS.types)))) {
    const table = recordOf(type).collectionName;
    if (typeof table !== 'string' || uid in strapi.contentTypes) continue;
    if (kept.includes(JSON.stringify(table)) || !(await schema().hasTable(table))) continue;
    if (await db.getConnection(table).first('id')) lacking.push(uid);
  }
  return lacking;
}

/** What Strapi keeps under a key, before it has looked at its database; null where that is nothing. */
async function stored({ db }: Core.Strapi, key: string): Promise<unknown> {
  const row: unknown = await db.getConnection(STORE).where({ key }).first('value');
  const { value } = recordOf(row);
  return typeof value === 'string' ? JSON.parse(value) : null;
}
