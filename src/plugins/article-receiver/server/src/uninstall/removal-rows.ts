import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { always, id, reader, text } from '../database/columns';
import { queryOf } from '../database/query';
import { countIn } from '../database/sql';
import { keepTables, keptTables, nameOfTable } from '../strapi/kept-tables';
import { fileLinkTable } from '../strapi/metadata';

/** Rows of the plugin's in a table of Strapi's. */
interface ForeignRows {
  what: string;
  count: number;
  remove(): Promise<unknown>;
}

const OWN = `plugin::${PLUGIN_ID}.`;

/** What Strapi keeps about a plugin's content types and actions, and nobody takes away. */
const KEPT_BY_STRAPI = [
  {
    what: 'permissions of administrators',
    uid: 'admin::permission',
    fields: ['action', 'subject'],
  },
  { what: 'permissions of API tokens', uid: 'admin::api-token-permission', fields: ['action'] },
  {
    what: 'permissions of users',
    uid: 'plugin::users-permissions.permission',
    fields: ['action'],
  },
  {
    what: 'entries in the content history',
    uid: 'plugin::content-manager.history-version',
    fields: ['contentType'],
  },
  {
    what: 'entries in releases',
    uid: 'plugin::content-releases.release-action',
    fields: ['contentType'],
  },
];

/** The plugin's rows in tables that are not its own. */
export async function foreignRows(strapi: Core.Strapi): Promise<ForeignRows[]> {
  const known = KEPT_BY_STRAPI.filter(({ uid }) => strapi.db.metadata.has(uid));
  const simple = known.map(async ({ what, uid, fields }) => {
    const where = { $or: fields.map((field) => ({ [field]: { $startsWith: OWN } })) };
    const query = queryOf(strapi, uid);
    return { what, count: await query.count({ where }), remove: () => query.deleteMany({ where }) };
  });
  const others = [await settings(strapi), await mediaLinks(strapi), await webhooks(strapi)];
  return [...(await Promise.all(simple)), ...others];
}

/** Removes those rows and yields what they were. */
export async function* removeForeignRows(strapi: Core.Strapi): AsyncGenerator<string> {
  for (const { what, count, remove } of await foreignRows(strapi)) {
    if (count === 0) continue;
    await remove();
    yield `${what}: ${count}`;
  }
}

/** Views of the Content Manager and the like: rows of the core store that carry our name. */
async function settings(strapi: Core.Strapi): Promise<ForeignRows> {
  const query = queryOf(strapi, 'strapi::core-store');
  const found = await query.findMany({
    select: ['id', 'key'],
    where: { key: { $contains: PLUGIN_ID } },
  });
  const own = found
    .map(reader({ id, key: always(text) }))
    .filter(({ key }) => key.includes(`::${OWN}`) || key.startsWith(`plugin_${PLUGIN_ID}_`));
  const ids = own.map((row) => row.id);
  const remove = () => query.deleteMany({ where: { id: { $in: ids } } });
  return { what: 'stored settings', count: ids.length, remove };
}

/**
 * Webhooks of the site's that are sent with our events: Strapi lets nobody change one with an event that
 * it does not know. They go on with their other events; one that has none would never be sent again.
 */
async function webhooks(strapi: Core.Strapi): Promise<ForeignRows> {
  const query = queryOf(strapi, 'strapi::webhook');
  const found = await query.findMany({ select: ['id', 'events'] });
  const own = found.flatMap((row) => {
    const all: unknown[] = Array.isArray(row.events) ? row.events : [];
    const others = all.filter((event) => !String(event).startsWith(`${PLUGIN_ID}.`));
    return others.length < all.length ? [{ where: { id: row.id }, others }] : [];
  });
  const remove = async () => {
    for (const { where, others } of own) {
      if (others.length === 0) await query.deleteMany({ where });
      else await query.update({ where, data: { events: others } });
    }
  };
  return { what: 'webhooks with events of it', count: own.length, remove };
}

/** The upload plugin's links from files to our entries; the files themselves are not touched. */
async function mediaLinks(strapi: Core.Strapi): Promise<ForeignRows> {
  const { name, morphColumn } = fileLinkTable(strapi);
  const links = () =>
    strapi.db.getConnection(name).whereIn(morphColumn.typeColumn.name, Object.values(UIDS));
  const remove = async () => links().delete();
  return { what: 'links from files to articles', count: await countIn(links()), remove };
}

/**
 * Lets Strapi forget tables: that they are to be kept without the plugin, and that it made them.
 * A later boot with the plugin then makes them anew, one without it looks for none.
 */
export async function forgetTables(strapi: Core.Strapi, tables: readonly string[]): Promise<void> {
  const forgotten = new Set(tables);
  const stays = (name: string) => !forgotten.has(name);
  const kept = await keptTables(strapi);
  if (kept) {
    await keepTables(
      strapi,
      kept.filter((table) => stays(nameOfTable(table))),
    );
  }
  const { schemaStorage } = strapi.db.schema;
  const stored = await schemaStorage.read();
  if (!stored) return;
  const pruned = {
    ...stored.schema,
    tables: stored.schema.tables.filter(({ name }) => stays(name)),
  };
  await schemaStorage.add(pruned);
}
