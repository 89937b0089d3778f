import { randomBytes } from 'node:crypto';
import { databaseKind, runPrefix } from './database';
import { serverOf } from './database-server';
import '../site/environment';
import { ProcessSite } from '../site/process-site';

/** What Jest was asked for: some files, or all tests. */
interface Asked {
  nonFlagArgs: readonly string[];
  testPathPatterns: { patterns: readonly string[] };
}

/**
 * Before all tests: gives the run's databases a name of their own, and asks whether there is a server.
 * Where all tests are run, a site is started once, so that the others begin with what it left: their
 * tables are copied and not made one by one.
 */
export default async function begin({ nonFlagArgs, testPathPatterns }: Asked): Promise<void> {
  const kind = databaseKind();
  if (kind !== 'sqlite') await nameDatabases(kind);
  const isAll = nonFlagArgs.length === 0 && testPathPatterns.patterns.length === 0;
  if (!isAll && !process.env.TEST_WITH_TEMPLATE) return;
  const site = await ProcessSite.create();
  await site.startWell();
  await site.stop();
  process.env.TEST_DATABASE_TEMPLATE = site.directory;
}

async function nameDatabases(kind: 'postgres' | 'mysql'): Promise<void> {
  process.env.TEST_DATABASE_RUN ??= randomBytes(4).toString('hex');
  const server = serverOf(kind);
  const { host, port, user } = server.address;
  await server.list(runPrefix()).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`No ${kind} server for ${user} at ${host}:${port}: ${reason}`);
  });
}
