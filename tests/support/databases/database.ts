import { createHash } from 'node:crypto';
import { constants, existsSync } from 'node:fs';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { serverOf } from './database-server';

/** The databases that Strapi knows and the tests run on; `mysql` stands for MariaDB too. */
export type DatabaseKind = 'sqlite' | 'postgres' | 'mysql';

/** A site's own database, and how the site gets to it. */
export interface TestDatabase {
  /** Strapi's environment variables for it. */
  environment: Record<string, string>;
  /** Removes it, whoever is connected. SQLite's file goes with the site's directory. */
  drop(): Promise<void>;
}

const KINDS: readonly string[] = ['sqlite', 'postgres', 'mysql'] satisfies DatabaseKind[];

/** Which database the tests run on: TEST_DATABASE, by default SQLite. */
export function databaseKind(): DatabaseKind {
  const kind = process.env.TEST_DATABASE || 'sqlite';
  if (KINDS.includes(kind)) return kind as DatabaseKind;
  throw new Error(`TEST_DATABASE is "${kind}"; it may be ${KINDS.join(', ')}.`);
}

/** Databases of one run of the tests have names in common, so that what is left can be removed. */
export const runPrefix = (): string =>
  `article_receiver_test_${process.env.TEST_DATABASE_RUN ?? 'single'}_`;

const fileIn = (directory: string, name = 'data'): string => join(directory, `${name}.db`);

/** A database's name; the same one for the same directory. */
const nameFor = (directory: string): string =>
  runPrefix() + createHash('sha256').update(directory).digest('hex').slice(0, 16);

/** Strapi's environment variables for the database of the site that lies in a directory. */
export function databaseEnvironment(directory: string): Record<string, string> {
  const kind = databaseKind();
  if (kind === 'sqlite') return { DATABASE_CLIENT: kind, DATABASE_FILENAME: fileIn(directory) };
  const { address } = serverOf(kind);
  return {
    DATABASE_CLIENT: kind,
    DATABASE_HOST: address.host,
    DATABASE_PORT: String(address.port),
    DATABASE_USERNAME: address.user,
    DATABASE_PASSWORD: address.password,
    DATABASE_NAME: nameFor(directory),
  };
}

/**
 * With what the database of a site begins: with nothing, as the site left it that was started before all
 * tests, or (SQLite) as the first with these types left it. Where none was, as the former site left it, or with nothing
 * where an extension changes that one's tables.
 */
export type Beginning = 'empty' | 'data' | `${'types' | 'extended'}-${string}`;

/** Whether sites that begin like this have all tables of the one that was started before all tests. */
const hasItsTables = (beginning: Beginning): boolean =>
  beginning === 'data' || beginning.startsWith('types-');

/** Where the databases lie that others begin with; only where all tests are run. */
const templates = (): string | undefined => process.env.TEST_DATABASE_TEMPLATE;

/** The database of the site that lies in a directory: made when it is not there yet. */
export async function openDatabase(
  directory: string,
  beginning: Beginning = 'empty',
): Promise<TestDatabase> {
  const kind = databaseKind();
  const environment = databaseEnvironment(directory);
  const folder = templates();
  if (kind === 'sqlite') {
    const names = hasItsTables(beginning) ? [beginning, 'data'] : [beginning];
    const template = folder && names.map((name) => fileIn(folder, name)).find(existsSync);
    if (template) await copyFile(template, fileIn(directory), constants.COPYFILE_EXCL);
    return { environment, drop: () => Promise.resolve() };
  }
  const template = hasItsTables(beginning) ? folder : undefined;
  const server = serverOf(kind);
  const name = nameFor(directory);
  await server.create(name, template && nameFor(template));
  return { environment, drop: () => server.drop(name) };
}

/**
 * Keeps the database of a site that has just started, for others that begin like it.
 * @param copyTo writes it into a file that is not there yet.
 */
export async function keepBeginning(
  beginning: Beginning,
  copyTo: (file: string) => unknown,
): Promise<void> {
  const folder = templates();
  if (!folder || databaseKind() !== 'sqlite' || !beginning.includes('-')) return;
  const template = fileIn(folder, beginning);
  if (existsSync(template)) return;
  const made = `${template}.${process.pid}`;
  await copyTo(made);
  await rename(made, template);
}

/** Copies SQLite's database of a site that runs as a process of its own. */
export function copyDatabase(directory: string, to: string): void {
  const database = new Sqlite(fileIn(directory), { readonly: true });
  try {
    database.prepare('vacuum into ?').run(to);
  } finally {
    database.close();
  }
}

/**
 * Asks a stopped site's database, or changes it.
 * @returns the rows that a question finds; none for a change.
 */
export async function ask(directory: string, sql: string): Promise<Record<string, unknown>[]> {
  const kind = databaseKind();
  if (kind !== 'sqlite') return serverOf(kind).ask(sql, [], nameFor(directory));
  const database = new Sqlite(fileIn(directory));
  try {
    const statement = database.prepare(sql);
    if (statement.reader) return statement.all();
    statement.run();
    return [];
  } finally {
    database.close();
  }
}

/** The tables of a stopped site. */
export async function tablesOf(directory: string): Promise<string[]> {
  const sql =
    databaseKind() === 'sqlite'
      ? `select name from sqlite_master where type = 'table'`
      : `select table_name as name from information_schema.tables
         where table_schema in ('public', '${nameFor(directory)}')`;
  return (await ask(directory, sql)).map(({ name }) => String(name)).sort();
}
