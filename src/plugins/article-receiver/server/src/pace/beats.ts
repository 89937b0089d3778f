import { AsyncResource } from 'node:async_hooks';
import type { Activity } from './activity';
import { within } from './within';

/** How soon something is looked at again while something goes on, in milliseconds. */
const BEAT_MS = 2_000;

/** The same while nothing goes on: a database that sleeps when nobody asks it anything may do so. */
const IDLE_BEAT_MS = 60_000;

/** How long a stopping site waits for a beat that is under way, in milliseconds. */
const FINISH_MS = 3_000;

/** Ends the beats; resolves when the last is over, or has been waited for long enough. */
export type Stop = () => Promise<void>;

/** How often something is looked at, in milliseconds. */
export interface Rhythm {
  beatMs: number;
  idleBeatMs: number;
}

const USUAL: Rhythm = { beatMs: BEAT_MS, idleBeatMs: IDLE_BEAT_MS };

/**
 * Looks at something regularly: every two seconds while something goes on in this process, and at once
 * when something begins to, else every minute.
 * @param look never rejects; says whether something waits there that is soon to be looked at again.
 */
export function startBeats(
  look: () => Promise<boolean>,
  activity: Activity,
  { beatMs, idleBeatMs }: Rhythm = USUAL,
): Stop {
  let isStopped = false;
  let timer: NodeJS.Timeout;
  let dueAt = Infinity;
  let lastAt = performance.now();
  let beat: Promise<void> | null = null;

  // Whoever hurries a beat may be within a transaction: a beat has no part in that.
  const begin = AsyncResource.bind(() => {
    lastAt = performance.now();
    beat = look().then((isWaiting) => {
      beat = null;
      if (!isStopped) beatIn(isWaiting || activity.isRecent ? beatMs : idleBeatMs);
    });
  });
  const beatIn = (milliseconds: number) => {
    clearTimeout(timer);
    dueAt = performance.now() + milliseconds;
    timer = setTimeout(begin, milliseconds);
    timer.unref();
  };
  const hurry = () => {
    const soonest = Math.max(performance.now(), lastAt + beatMs);
    if (beat === null && soonest < dueAt) beatIn(soonest - performance.now());
  };

  beatIn(beatMs);
  const forget = activity.onNote(hurry);
  return async () => {
    isStopped = true;
    forget();
    clearTimeout(timer);
    if (beat) await within(FINISH_MS, beat);
  };
}
