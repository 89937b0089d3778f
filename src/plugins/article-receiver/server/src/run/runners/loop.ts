import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import { withinRun, type RunContext } from '../../run-context/run-context';
import { settleSlugs } from '../../project-stream/settle-slugs';
import { within } from '../../pace/within';
import type { WaitingWork } from '../../ledger/work/work';
import { ledgerOf } from '../../ledger/ledger';
import { activityOf } from '../../pace/activity';
import { retryDelay } from '../../pace/retry-delay';
import { createSecondLooks, type SecondLooks } from '../../pace/second-looks';
import { explain } from '../../faults/explain';
import { dueNow, type Pass, type PassResult } from '../streams/pass';
import { createWakeableSleep } from '../streams/wakeable-sleep';
import { takeUpDecided } from './take-up-decided';
import { nextPlannedAt, takeUpPlanned } from './take-up-planned';
import { runJobStep } from './run-job';
import { createRunning, type Running } from '../streams/running';
import { SettlingPace } from './settling-pace';

/** How soon it is looked again whether others got on with what was offered to them, in milliseconds. */
const AGAIN_MS = 500;
/** How soon it is looked again whether the whole site is there: Strapi tells nobody. */
const LOADED_MS = 50;
/** How soon a stream that somebody else is busy with is looked at again. */
const SECOND_PAUSES = { firstDelayMs: 250, maxDelayMs: 5_000 };
/** The first pause after an interruption (the database is away, say); it doubles from there. */
const FIRST_PAUSE_MS = 500;
/** How long a stopping site waits for the current article, in milliseconds. */
const FINISH_MS = 10_000;
/** How long it then waits for the current step of it, and for events of what was written. */
const ABANDON_MS = 3_000;

/** How many slugs a warning names. */
const MAX_NAMED = 5;

/** What goes on within a process for as long as it works. */
export interface Loop {
  start(): void;
  /** There may be something to do: the next pass begins now. */
  kick(): void;
  /** The streams that are being projected now. */
  running: Running;
  /** Why the loop cannot work now; null when it can. */
  problem(): string | null;
  /** What goes along with a run that is done beside the loop: it is stopped and waited for with it. */
  context(): RunContext;
  /** Streams that somebody else is at work on. */
  busy: SecondLooks;
  /** Resolves when there is nothing left to do now. */
  idle(): Promise<void>;
  /** Finishes the current article and takes up no other. @param beside work to wait for as well. */
  stop(beside?: Promise<unknown>): Promise<void>;
}

/**
 * Makes passes over the streams that are behind, and at rebuilds, until it is stopped. A kick is only
 * a hint: the sweep finds what a lost kick, a crash or a retry left behind.
 * @param runPass one look at what is behind; `worked` when it is worth looking again at once.
 */
export function createLoop(
  strapi: Core.Strapi,
  options: () => Options,
  runPass: (pass: Pass) => Promise<PassResult>,
): Loop {
  const afterCommit = new Set<Promise<void>>();
  const sleep = createWakeableSleep();
  const busy = createSecondLooks(SECOND_PAUSES);
  // As a publication that Strapi refused: nobody tells when what is in the way is gone.
  const { sweepIntervalMs, retry } = options();
  const firstDelayMs = Math.min(sweepIntervalMs, retry.maxDelayMs);
  const unsettled = createSecondLooks({ firstDelayMs, maxDelayMs: retry.maxDelayMs });
  let stopping = new AbortController();
  let isStarted = false;
  const running = createRunning(strapi);
  let life: Promise<void> | null = null;
  let problem: string | null = null;
  const settling = new SettlingPace((slugs) =>
    strapi.log.warn(
      `article-receiver: articles keep handing slugs to each other (${slugs.slice(0, MAX_NAMED).join(', ')}); ` +
        'from now on with a pause. Give one of them another slug in its form, and please report it.',
    ),
  );

  const context = (): RunContext => ({ signal: stopping.signal, afterCommit });

  /** Goes on until the runner is stopped. Never rejects. */
  async function live(): Promise<void> {
    let interruptions = 0;
    let areWordsTakenUp = false;
    while (isStarted) {
      sleep.begin();
      // The site's own `bootstrap` comes after ours, and subscribes to what the projection does.
      if (!strapi.isLoaded) {
        await sleep.forAtMost(LOADED_MS);
        continue;
      }
      try {
        if (!areWordsTakenUp) await takeUpDecided(strapi, options());
        areWordsTakenUp = true;
        const isPlanned = await takeUpPlanned(strapi, options());
        const waiting = await ledgerOf(strapi).work.waiting(dueNow(options()));
        const result = await runPass({
          options,
          context: context(),
          busy,
          goesOn: () => isStarted,
          running,
          isBehind: waiting.streams,
          hints: sleep,
        });
        interruptions = 0;
        problem = null;
        if (result === 'worked') activityOf(strapi).note();
        if (result === 'worked' || isPlanned || !isStarted) continue;
        const settled = waiting.slugs
          ? await beside(() => settleSlugs(strapi, options(), unsettled))
          : [];
        const pause = settling.after(settled);
        if (settled.length > 0 && pause === 0) continue;
        // Deliveries first; a rebuild takes what time they leave.
        if (waiting.job && (await beside(() => runJobStep(strapi, options)))) continue;
        if (pause > 0) await sleep.forAtMost(pause);
        else if (result === 'busy') await sleep.forAtMost(busy.untilNext() ?? AGAIN_MS);
        else await sleep.asIdle(await untilNext(waiting));
      } catch (error) {
        interruptions += 1;
        await interrupted(error, interruptions);
      }
    }
  }

  const beside = <Result>(work: () => Promise<Result>) => withinRun(context(), work);

  /** How long there is nothing to do, in milliseconds. */
  async function untilNext({ nextRetryAt }: WaitingWork): Promise<number> {
    const { sweepIntervalMs } = options();
    const due = [nextRetryAt, await nextPlannedAt(strapi, options())];
    const next = Math.min(...due.filter((at) => at !== null));
    return Math.min(sweepIntervalMs, next - Date.now());
  }

  async function interrupted(error: unknown, times: number): Promise<void> {
    if (stopping.signal.aborted) return;
    problem = explain(error);
    strapi.log.error(`article-receiver: the runner was interrupted: ${problem}`);
    const maxDelayMs = Math.max(FIRST_PAUSE_MS, options().sweepIntervalMs);
    const pause = { attempts: Infinity, firstDelayMs: FIRST_PAUSE_MS, maxDelayMs };
    await sleep.forAtMost(retryDelay(times, pause, Math.random()) ?? maxDelayMs);
  }

  async function eventsSent(): Promise<void> {
    while (afterCommit.size > 0) await Promise.all(afterCommit);
  }

  return {
    start: () => {
      if (isStarted) return;
      isStarted = true;
      stopping = new AbortController();
      life = live();
    },
    kick: sleep.end,
    running,
    problem: () => problem,
    context,
    busy,
    idle: async () => {
      if (!isStarted) return;
      await sleep.idle();
      await eventsSent();
    },
    stop: async (beside = Promise.resolve()) => {
      isStarted = false;
      sleep.end();
      const finished = Promise.all([life, beside]);
      if (!(await within(FINISH_MS, finished))) stopping.abort();
      const isClean =
        (await within(ABANDON_MS, finished)) && (await within(ABANDON_MS, eventsSent()));
      stopping.abort();
      sleep.release();
      if (!isClean) {
        strapi.log.warn('article-receiver: an article was left unfinished; the next start goes on');
      }
    },
  };
}
