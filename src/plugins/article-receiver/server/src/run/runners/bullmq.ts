import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import { within } from '../../pace/within';
import { ledgerOf } from '../../ledger/ledger';
import { explain } from '../../faults/explain';
import { giveWay } from '../../pace/give-way';
import { trafficOf } from '../../pace/traffic';
import { createLoop } from './loop';
import { dueNow, passOverStreams, type Pass, type PassResult } from '../streams/pass';
import { redisUrlOf } from './redis-url';
import { requireBullmq } from './require-bullmq';
import { runStream } from '../streams/run-stream';
import type { Runner } from './runner';
import { createStreamQueue, LOOK, type StreamQueue } from './stream-queue';

/** Deliveries for whose streams one pass sees to it that they are on the queue. */
const MAX_OFFERED = 200;
/** How long a stopping site waits for Redis to say goodbye, in milliseconds. */
const CLOSE_MS = 1_000;

/**
 * Shares the work with the other processes of the site through a queue in Redis. The queue only
 * carries the names of streams: what is to be done for them, and whether anything is, the database
 * says. Each process goes on looking there, puts on the queue what is behind and not on it, and
 * does the work by itself while Redis is away.
 * @throws Error when no usable address of Redis is set, or BullMQ is not installed.
 */
export function createBullmqRunner(strapi: Core.Strapi, options: () => Options): Runner {
  const ledger = ledgerOf(strapi);
  const url = redisUrlOf(options().redis.url);
  requireBullmq();
  const { work } = options();
  const loop = createLoop(strapi, options, runPass);
  let opening: Promise<StreamQueue> | null = null;
  let problem: string | null = null;
  let oldest = { streamKey: '', since: 0 };

  async function open(): Promise<StreamQueue> {
    // Several sites may use one Redis; a name of its own in its database tells a site's processes.
    const name = await ledger.pins.settle('queue', randomUUID());
    const { prefix } = options().redis;
    const take = work ? takeStream : null;
    const { atOnce } = loop.running;
    return createStreamQueue({ url, prefix, name, take, atOnce, onChange });
  }

  function queue(): Promise<StreamQueue> {
    opening ??= open().catch((error: unknown) => {
      opening = null;
      throw error;
    });
    return opening;
  }

  function onChange(reason: string | null): void {
    const deputy = work ? 'this process projects by itself' : 'the others find the work later';
    problem = reason && `Redis is away (${reason}); until it is back, ${deputy}`;
    if (problem) strapi.log.warn(`article-receiver: ${problem}`);
    else strapi.log.info('article-receiver: Redis is back');
  }

  /** Offers what is behind to all processes, or does it here while that is not possible. */
  async function runPass(pass: Pass): Promise<PassResult> {
    const except = pass.busy.waiting();
    const choice = { except, limit: MAX_OFFERED };
    const behind = await ledger.work.streamsBehind(dueNow(pass.options()), choice);
    const isOffered = await (await queue()).offer(behind);
    if (!isOffered) return passOverStreams(strapi, pass);
    const [first] = behind;
    if (first === undefined) return except.length > 0 ? 'busy' : 'nothing';
    if (isLeft(first)) {
      await pass.running.during(first, () => runStream(strapi, first, pass));
    }
    return 'busy';
  }

  /** Whether nobody got to the oldest stream for a whole sweep: then nobody takes from the queue. */
  function isLeft(streamKey: string): boolean {
    const now = performance.now();
    const isSame = streamKey === oldest.streamKey;
    if (isSame && now - oldest.since < options().sweepIntervalMs) return false;
    oldest = { streamKey, since: now };
    return isSame;
  }

  /** Does what is on the queue for a stream. Never rejects: what went wrong is in the database. */
  async function takeStream(streamKey: string): Promise<void> {
    if (streamKey === LOOK) return loop.kick();
    try {
      await giveWay(trafficOf(strapi));
      // Somebody may have done it already: what is on the queue is only a hint.
      if (!(await ledger.work.isBehind(streamKey, dueNow(options())))) return;
      // Another process was found at work on it; the loop puts it on the queue again later.
      if (loop.busy.waiting().includes(streamKey)) return;
      const how = { options, context: loop.context(), busy: loop.busy };
      const work = () => runStream(strapi, streamKey, how);
      if ((await loop.running.during(streamKey, work)) !== 'done') loop.kick();
    } catch (error) {
      strapi.log.error(`article-receiver: the runner was interrupted: ${explain(error)}`);
    }
  }

  async function offer(streamKey: string): Promise<void> {
    // A site's own `bootstrap` may set something off before it is over: the loop's first pass finds it.
    if (!strapi.isLoaded) return;
    const isOffered = await queue().then(
      (opened) => opened.offer([streamKey]),
      () => false,
    );
    if (!isOffered && work) loop.kick();
  }

  return {
    kind: 'bullmq',
    start: loop.start,
    kick: (streamKey) => void offer(streamKey ?? LOOK),
    running: () => loop.running.streams()[0] ?? null,
    problem: () => problem ?? loop.problem(),
    idle: async () => {
      loop.kick();
      await loop.idle();
    },
    stop: async () => {
      const opened = await opening?.catch(() => null);
      await loop.stop(opened?.finish());
      if (opened) await within(CLOSE_MS, opened.close());
    },
  };
}
