import { randomBytes } from 'node:crypto';
import { databaseKind, runPrefix } from './database';
import { serverOf } from './database-server';

/** Before all tests: gives the run's databases a name of their own, and asks whether there is a server. */
export default async function begin(): Promise<void> {
  const kind = databaseKind();
  if (kind === 'sqlite') return;
  process.env.TEST_DATABASE_RUN ??= randomBytes(4).toString('hex');
  const server = serverOf(kind);
  const { host, port, user } = server.address;
  await server.list(runPrefix()).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`No ${kind} server for ${user} at ${host}:${port}: ${reason}`);
  });
}
