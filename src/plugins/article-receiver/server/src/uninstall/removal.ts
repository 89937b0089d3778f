import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import type { RemovalPlan } from '../../../shared/deliveries/operations';
import { TABLES } from '../database/tables';
import { rows } from '../database/rows';
import { countIn } from '../database/sql';
import { removeFiles } from './removal-files';
import { foreignRows, forgetTables, removeForeignRows } from './removal-rows';
import { ownTables } from '../strapi-patches/protect-tables';
import { schemasOf } from '../strapi/schemas';

/** What `remove` would take away, counted now. */
export async function removalPlan(strapi: Core.Strapi): Promise<RemovalPlan> {
  const tables = [];
  for (const name of await presentTables(strapi)) {
    tables.push({ name, rows: await countIn(strapi.db.getConnection(name)) });
  }
  const foreign = (await foreignRows(strapi)).map(({ what, count }) => ({ what, count }));
  const files = await rows(strapi, TABLES.imageFile).count({
    where: { fileId: { $notNull: true } },
  });
  return {
    tables,
    rows: foreign.filter(({ count }) => count > 0),
    files,
    obstacles: obstacles(strapi),
  };
}

/**
 * Removes everything of the plugin's from a site that is not running: its tables with the log and
 * the articles, and its rows in Strapi's tables. Images stay in the Media Library; with `files`, those that the site uses.
 * Whatever interrupts it, running it again finishes it. Yields what was removed, in words.
 * @throws Error when a content type of the site's own still points to one of the plugin's.
 */
export async function* remove(
  strapi: Core.Strapi,
  options: { files: boolean; folder: string },
): AsyncGenerator<string> {
  const [obstacle] = obstacles(strapi);
  if (obstacle) throw new Error(`${obstacle}; remove that relation first`);
  if (options.files) yield* removeFiles(strapi, options.folder);
  const tables = await presentTables(strapi);
  yield* removeForeignRows(strapi);
  // First, so that no state in between makes Strapi look for a table that is gone.
  await forgetTables(strapi, ownTables(strapi));
  for (const name of tables) {
    await strapi.db.getSchemaConnection().dropTableIfExists(name);
    yield `table ${name}`;
  }
}

/** The plugin's tables that exist, link tables first: they refer to the others. */
async function presentTables(strapi: Core.Strapi): Promise<string[]> {
  // Strapi has models of its own for link tables, named after the table.
  const models = [...strapi.db.metadata].filter(([uid]) => uid.startsWith('plugin::'));
  const entities = new Set(models.map(([, { tableName }]) => tableName));
  const links = ownTables(strapi).filter((name) => !entities.has(name));
  const ordered = [...links, ...ownTables(strapi).filter((name) => entities.has(name))];
  const present = [];
  for (const name of ordered) {
    if (await strapi.db.getSchemaConnection().hasTable(name)) present.push(name);
  }
  return present;
}

/** Relations of other content types that would point to nothing. */
function obstacles(strapi: Core.Strapi): string[] {
  const own = new Set<string>(Object.values(UIDS));
  const { contentTypes, components } = schemasOf(strapi);
  const types = [...Object.values(contentTypes), ...Object.values(components)];
  return types
    .filter(({ uid }) => !uid.startsWith(`plugin::${PLUGIN_ID}.`))
    .flatMap(({ uid, attributes }) =>
      Object.entries(attributes)
        .filter(([, { target }]) => target !== undefined && own.has(target))
        .map(([name, { target }]) => `${uid} refers to ${target} (${name})`),
    );
}
