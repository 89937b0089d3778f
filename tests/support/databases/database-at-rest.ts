import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/strapi';

/** How long nobody may have used it, in looks, and what lies between them, in milliseconds. */
const QUIET_LOOKS = 5;
const LOOK_MS = 5;

/**
 * Resolves when nobody uses the database any more: Strapi writes outgoing events after a commit
 * without waiting, and a closed database would throw.
 */
export async function databaseAtRest(strapi: Core.Strapi): Promise<void> {
  const { pool } = strapi.db.connection.client as {
    pool?: { numUsed(): number; numPendingAcquires(): number };
  };
  for (let quiet = 0; pool && quiet < QUIET_LOOKS;) {
    await sleep(LOOK_MS);
    quiet = pool.numUsed() + pool.numPendingAcquires() === 0 ? quiet + 1 : 0;
  }
}
