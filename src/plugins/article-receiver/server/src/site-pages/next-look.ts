import { retryDelay } from '../pace/retry-delay';

/** So often a page is looked at that does not become right: for about a week. */
const LOOKS = 40;
const LONGEST_MS = 6 * 60 * 60_000;

/** No look at a page, and no address that is to be told, waits for longer than this. */
export const LONGEST_WAIT_MS = 24 * 60 * 60_000;

interface Looked {
  /** How often it was looked at in vain, this time included. */
  failures: number;
  now: number;
  /** When the time is over that the page has, in epoch ms. */
  deadline: number;
  firstDelayMs: number;
}

/**
 * When a page is looked at again that is not right yet: after ever longer waits, but in any case when
 * its time is over.
 * @param random a number from 0 to 1.
 * @returns epoch ms; null when that is enough.
 */
export function nextLook(
  { failures, now, deadline, firstDelayMs }: Looked,
  random: number,
): number | null {
  const delay = retryDelay(
    failures,
    { attempts: LOOKS, firstDelayMs, maxDelayMs: LONGEST_MS },
    random,
  );
  if (delay === null) return now < deadline ? deadline : null;
  const next = now + delay;
  return now < deadline ? Math.min(next, deadline) : next;
}

/**
 * Whether the time that a page has is over. One that began in the future began by a clock that was
 * wrong, and nobody waits for that.
 */
export const isOver = (now: number, since: number, withinMs: number): boolean =>
  now >= since + withinMs || now < since;
