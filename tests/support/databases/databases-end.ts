import { rm } from 'node:fs/promises';
import { databaseKind, runPrefix } from './database';
import { serverOf } from './database-server';

/** After all tests: removes the databases that a failed test left, and what all of them began with. */
export default async function end(): Promise<void> {
  const template = process.env.TEST_DATABASE_TEMPLATE;
  if (template) await rm(template, { recursive: true, force: true });
  const kind = databaseKind();
  if (kind === 'sqlite') return;
  const server = serverOf(kind);
  for (const name of await server.list(runPrefix())) await server.drop(name);
}
