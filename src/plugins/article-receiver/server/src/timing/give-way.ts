import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Traffic } from './traffic';

/** How long one article waits at most while deliveries stream in, in milliseconds. */
const GIVE_WAY_MS = 500;

/**
 * Lets deliveries go before the next article: their sender waits, and may not send again, while an
 * article is late by a moment only.
 *
 * SQLite's driver answers at once, so without the turn a long backlog would keep the process from
 * looking at its sockets; and an article takes SQLite's only connection for as long as dozens of
 * acknowledgements do.
 */
export async function giveWay(traffic: Traffic): Promise<void> {
  await othersTurn();
  await traffic.quiet(GIVE_WAY_MS);
}
