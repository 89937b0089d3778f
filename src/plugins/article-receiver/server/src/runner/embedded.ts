import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { withinRun } from '../content/run-scope';
import { within } from '../content/within';
import { nextRetryAt } from '../event-log/deliveries';
import { retryDelay } from './backoff';
import { passOverStreams } from './pass';
import { explain } from './faults';
import { createRest } from './rest';
import { runJobStep } from './run-job';
import type { Runner } from './runner';

/** How soon a stream that somebody else is busy with is looked at again, in milliseconds. */
const AGAIN_MS = 500;
/** The first pause after an interruption (the database is away, say); it doubles from there. */
const FIRST_PAUSE_MS = 500;
/** How long a stopping site waits for the current article, in milliseconds. */
const FINISH_MS = 10_000;
/** How long it then waits for the current step of it, and for events of what was written. */
const ABANDON_MS = 3_000;

/**
 * Works through the streams that are behind, one at a time, within the site's own process. A kick
 * is only a hint: the sweep finds what a lost kick, a crash or a retry left behind.
 */
export function createEmbeddedRunner(strapi: Core.Strapi, options: () => Options): Runner {
  const afterCommit = new Set<Promise<void>>();
  const rest = createRest();
  let stopping = new AbortController();
  let isStarted = false;
  let running: string | null = null;
  let life: Promise<void> | null = null;

  /** Goes on until the runner is stopped. Never rejects. */
  async function live(): Promise<void> {
    let interruptions = 0;
    while (isStarted) {
      rest.begin();
      const scope = { signal: stopping.signal, afterCommit };
      try {
        const result = await passOverStreams(strapi, {
          options: options(),
          scope,
          goesOn: () => isStarted,
          onStream: (streamKey) => (running = streamKey),
        });
        interruptions = 0;
        if (result === 'worked' || !isStarted) continue;
        // Deliveries first; a rebuild takes what time they leave.
        if (await withinRun(scope, () => runJobStep(strapi, options()))) continue;
        if (result === 'busy') await rest.forAtMost(AGAIN_MS);
        if (result === 'nothing') await rest.asIdle(await untilNext());
      } catch (error) {
        interruptions += 1;
        await interrupted(error, interruptions);
      }
    }
  }

  /** How long there is nothing to do, in milliseconds. */
  async function untilNext(): Promise<number> {
    const { sweepIntervalMs } = options();
    const next = await nextRetryAt(strapi);
    return next === null ? sweepIntervalMs : Math.min(sweepIntervalMs, next - Date.now());
  }

  async function interrupted(error: unknown, times: number): Promise<void> {
    if (stopping.signal.aborted) return;
    strapi.log.error(`article-receiver: the runner was interrupted: ${explain(error)}`);
    const maxDelayMs = Math.max(FIRST_PAUSE_MS, options().sweepIntervalMs);
    const pause = { attempts: Infinity, firstDelayMs: FIRST_PAUSE_MS, maxDelayMs };
    await rest.forAtMost(retryDelay(times, pause, Math.random()) ?? maxDelayMs);
  }

  async function eventsSent(): Promise<void> {
    while (afterCommit.size > 0) await Promise.all(afterCommit);
  }

  return {
    kind: 'embedded',
    start: () => {
      if (isStarted) return;
      isStarted = true;
      stopping = new AbortController();
      life = live();
    },
    kick: rest.end,
    running: () => running,
    idle: async () => {
      if (!isStarted) return;
      await rest.idle();
      await eventsSent();
    },
    stop: async () => {
      isStarted = false;
      rest.end();
      const finished = life ?? Promise.resolve();
      if (!(await within(FINISH_MS, finished))) stopping.abort();
      const isClean =
        (await within(ABANDON_MS, finished)) && (await within(ABANDON_MS, eventsSent()));
      stopping.abort();
      rest.release();
      if (!isClean) {
        strapi.log.warn('article-receiver: an article was left unfinished; the next start goes on');
      }
    },
  };
}
