import { databaseKind } from './database';
import type { Site } from '../site/site';

/** A site's database as Strapi reads it before it decides what to alter. */
interface DatabaseSchema {
  tables: { name: string; columns: object[]; indexes: object[]; foreignKeys: object[] }[];
}

/** What Strapi's database layer has and its types leave out. */
interface Inspectable {
  dialect: { schemaInspector: { getSchema(): Promise<DatabaseSchema> } };
  schema: {
    schema: object;
    schemaDiff: {
      diff(schemas: {
        previousSchema: object;
        databaseSchema: object;
        userSchema: object;
      }): Promise<{ diff: { tables: { updated: TableChange[] } } }>;
    };
  };
}

interface TableChange {
  name: string;
  columns: Changes;
  indexes: Changes;
  foreignKeys: Changes;
}

type Changes = Record<'added' | 'updated' | 'removed', { name: string }[]>;

const inspect = (site: Site) => site.strapi.db as unknown as Inspectable;

/** All tables with their columns, indexes and keys, as the database has them. */
export const schemaOf = (site: Site): Promise<DatabaseSchema> =>
  inspect(site).dialect.schemaInspector.getSchema();

export const tableNames = async (site: Site): Promise<string[]> =>
  (await schemaOf(site)).tables.map(({ name }) => name).sort();

/** What Strapi would alter in existing tables the next time that it brings the schema up to date. */
export async function alterations(site: Site): Promise<string[]> {
  const { schema } = inspect(site).schema;
  const databaseSchema = await schemaOf(site);
  const { diff } = await inspect(site).schema.schemaDiff.diff({
    previousSchema: schema,
    databaseSchema,
    userSchema: schema,
  });
  return diff.tables.updated.flatMap(({ name, columns, indexes, foreignKeys }) =>
    [columns, indexes, foreignKeys].flatMap(({ added, updated, removed }) =>
      [...added, ...updated, ...removed].map((part) => `${name}.${part.name}`),
    ),
  );
}

/**
 * What Strapi finds to alter in every content type, its own as well, at every boot on MariaDB:
 * JSON columns, which MariaDB reports as text, and foreign keys, which it reports with other rules.
 */
const isStrapisOwn = (name: string): boolean =>
  databaseKind() === 'mysql' &&
  /^article_receiver_(articles|campaigns|tags|media_assets)(_\w+_lnk)?\./.test(name);

/** The same of the plugin's tables, but for what Strapi alters in every one of its own. */
export const alterationsOfOurs = async (site: Site): Promise<string[]> =>
  (await alterations(site)).filter(
    (name) => name.startsWith('article_receiver') && !isStrapisOwn(name),
  );
