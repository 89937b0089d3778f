import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import type { Given } from './columns';
import { isMysql, isPostgres, postgresSetting } from './sql';
import { TABLES } from './tables';
import { explain } from '../faults/explain';

/**
 * What takes every character. Databases that were made in another one refuse an emoji, and with it the delivery that
 * has one in its title. MariaDB's own default was latin1 for long; Debian's configuration says so where it changes that
 * (/etc/mysql/mariadb.conf.d/50-server.cnf).
 */
const ANY = 'utf8mb4';

/** Tables that do not take every character, each with the character set that it is in. */
async function narrowTables(
  strapi: Core.Strapi,
  uids: readonly string[],
): Promise<Map<string, string>> {
  const { connection, metadata } = strapi.db;
  const known = uids.filter((uid) => metadata.has(uid));
  const names = known.map((uid) => metadata.get(uid).tableName);
  const found = (await connection
    .select({ name: 'table_name', collation: 'table_collation' })
    .from('information_schema.tables')
    .where({ table_schema: connection.raw('database()') })
    .whereIn('table_name', names)
    .whereNot('table_collation', 'like', `${ANY}%`)) as Given[];
  return new Map(
    found.map(({ name, collation }) => [String(name), String(collation).split('_')[0] ?? '']),
  );
}

/**
 * Lets the plugin's own tables take every character, whatever the database was made with: what is acknowledged
 * has to be kept. Of tables in which the articles' entries and files are, it says so where they do not.
 * @param entries uid of the content type that articles are entries of.
 */
export async function takeAnyCharacter(strapi: Core.Strapi, entries: string): Promise<void> {
  if (isPostgres(strapi)) return warnOfEncoding(strapi);
  if (!isMysql(strapi)) return;
  const own = [...Object.values(TABLES), ...Object.values(UIDS)];
  for (const [name, narrow] of await narrowTables(strapi, own)) {
    // Of a large log it takes a while, once.
    strapi.log.info(`article-receiver: converting the table ${name} from ${narrow} to ${ANY}`);
    try {
      await strapi.db.connection.raw(`alter table ?? convert to character set ${ANY}`, [name]);
    } catch (error) {
      strapi.log.error(
        `article-receiver: the table ${name} could not be converted to ${ANY}, and refuses deliveries with ` +
          `characters that it does not have: ${explain(error)}`,
      );
    }
  }
  const others = await narrowTables(strapi, [entries, 'plugin::upload.file']);
  for (const [name, narrow] of others) {
    strapi.log.warn(
      `article-receiver: the table ${name} is in ${narrow}, so what has other characters than that, such as ` +
        `emoji, cannot be written there. Convert it, and the tables of its components and relations: ` +
        `ALTER TABLE ${name} CONVERT TO CHARACTER SET ${ANY}`,
    );
  }
}

/** PostgreSQL has one encoding for a whole database, for good; in `SQL_ASCII` it takes whatever bytes come. */
async function warnOfEncoding(strapi: Core.Strapi): Promise<void> {
  const encoding = await postgresSetting(strapi, 'server_encoding');
  if (['UTF8', 'SQL_ASCII'].includes(encoding)) return;
  strapi.log.warn(
    `article-receiver: the database is in ${encoding}, so articles with other characters than that, such as emoji, ` +
      "cannot be written. Move the site to one that takes every character: CREATE DATABASE … ENCODING 'UTF8' " +
      'TEMPLATE template0',
  );
}
