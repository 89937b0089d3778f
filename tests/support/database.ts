import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { serverOf, type Server } from './database-server';

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

/**
 * The database of the site that lies in a directory: made when it is not there yet, the same one
 * for the same directory.
 */
export async function openDatabase(directory: string): Promise<TestDatabase> {
  const kind = databaseKind();
  if (kind === 'sqlite') {
    return {
      environment: { DATABASE_CLIENT: kind, DATABASE_FILENAME: join(directory, 'data.db') },
      drop: () => Promise.resolve(),
    };
  }
  const server: Server = serverOf(kind);
  const name = runPrefix() + createHash('sha256').update(directory).digest('hex').slice(0, 16);
  await server.create(name);
  return {
    environment: {
      DATABASE_CLIENT: kind,
      DATABASE_HOST: server.address.host,
      DATABASE_PORT: String(server.address.port),
      DATABASE_USERNAME: server.address.user,
      DATABASE_PASSWORD: server.address.password,
      DATABASE_NAME: name,
    },
    drop: () => server.drop(name),
  };
}
