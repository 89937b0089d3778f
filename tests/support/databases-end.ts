import { databaseKind, runPrefix } from './database';
import { serverOf } from './database-server';

/** After all tests: removes the databases that a failed test left. */
export default async function end(): Promise<void> {
  const kind = databaseKind();
  if (kind === 'sqlite') return;
  const server = serverOf(kind);
  for (const name of await server.list(runPrefix())) await server.drop(name);
}
