import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { Node } from './nodes';
import type { Setup } from './setups';

/** What the generator is told of the site's database. */
export interface SiteDatabase {
  readonly isSqlite: boolean;
  readonly flags: string[];
}

const SQLITE = ['--dbclient', 'sqlite', '--dbfile', '.tmp/data.db'];

/**
 * PostgreSQL, where the run has one (`--provide`) and the site is on another Node than the tests, as most
 * sites in production are; otherwise, and where the setup says so, SQLite.
 */
export async function databaseFor(node: Node, { onSqlite }: Setup): Promise<SiteDatabase> {
  const given = process.env.PACKAGE_POSTGRES;
  if (node.own || onSqlite || !given) return { isSqlite: true, flags: SQLITE };
  const address = JSON.parse(given) as Record<string, string>;
  const { DATABASE_HOST = '', DATABASE_PORT = '', DATABASE_USERNAME = '' } = address;
  const database = `package_${randomBytes(6).toString('hex')}`;
  const client = new Client({
    host: DATABASE_HOST,
    port: Number(DATABASE_PORT),
    user: DATABASE_USERNAME,
    password: address.DATABASE_PASSWORD ?? '',
    database: 'postgres',
  });
  await client.connect();
  await client.query(`create database ${database}`);
  await client.end();
  const values = {
    client: 'postgres',
    host: DATABASE_HOST,
    port: DATABASE_PORT,
    name: database,
    username: DATABASE_USERNAME,
    password: address.DATABASE_PASSWORD ?? '',
  };
  const flags = Object.entries(values).flatMap(([name, value]) => [`--db${name}`, value]);
  return { isSqlite: false, flags };
}
