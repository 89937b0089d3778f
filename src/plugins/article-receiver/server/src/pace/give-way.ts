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

/** Documents that are written in one turn: each takes several milliseconds of it. */
const STEPS_A_TURN = 8;

/**
 * Lets others have their turn now and then in a loop over many documents, for the same reason: a
 * thousand images of a pixel each would keep the process from its sockets for seconds.
 * @returns to be awaited in each step.
 */
export function inTurns(): () => Promise<void> | undefined {
  let steps = 0;
  return () => {
    steps += 1;
    return steps % STEPS_A_TURN === 0 ? othersTurn() : undefined;
  };
}

/** From here on, each pass over a text takes a turn's time by itself, in characters. */
const LONG_TEXT = 1_000_000;

/**
 * Lets others have their turn between two passes over what has a text of megabytes in it.
 * @returns to be awaited.
 */
export const turnFor = (fields: object): Promise<void> | undefined =>
  Object.values(fields).some((value) => typeof value === 'string' && value.length > LONG_TEXT)
    ? othersTurn()
    : undefined;
