import type { JobsOptions, Queue, Worker } from 'bullmq';
import { within } from '../../pace/within';

/** A name on the queue that stands for no stream: whoever takes it looks for work of any kind. */
export const LOOK = 'look';

/** How long Redis may take for an answer, and a first connection to come about, in milliseconds. */
const ANSWER_MS = 2_000;
/** The longest pause between two tries to connect, in milliseconds. */
const RECONNECT_MS = 2_000;
/**
 * What a process that was killed held comes free after so long, in milliseconds. Whoever lives
 * renews its hold at half of that.
 */
const HOLD_MS = 10_000;

export interface StreamQueueOptions {
  url: string;
  /** What all keys begin with. */
  prefix: string;
  /** The queue of this site, among others on the same Redis. */
  name: string;
  /** Does what is on the queue; must not reject. Null: leaves it to others. */
  take: ((streamKey: string) => Promise<void>) | null;
  /** How many streams this process takes at once. */
  atOnce: number;
  /** Told when Redis goes away (with the reason) and when it is back (with null). */
  onChange(reason: string | null): void;
}

/** The streams that are behind, offered to all processes of the site. It may lose any of them. */
export interface StreamQueue {
  /** Offers streams; none, to see whether Redis would take any. @returns whether it did. Never rejects. */
  offer(streamKeys: readonly string[]): Promise<boolean>;
  /** Takes nothing new. Resolves when what was taken is done. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

interface Link {
  queue: Queue;
  worker: Worker | null;
}

/** Only the name of a stream goes through Redis; a stream is on the queue once, or once more while it is being done. */
const jobOf = (streamKey: string) => {
  const deduplication = { id: streamKey, keepLastIfActive: true };
  const opts: JobsOptions = { deduplication, removeOnComplete: true, removeOnFail: true };
  return { name: 'stream', data: { streamKey }, opts };
};

/** Says goodbye to Redis; where that is away, its connection is not tried again. */
const leave = (queue: Queue): Promise<unknown> =>
  queue.close().catch(async () => (await queue.client).disconnect());

/**
 * Has a worker take nothing new, and waits for what it took. BullMQ itself is not waited for beyond an
 * answer's time: while Redis is away it waits for good, for the end of a connection that it has given up
 * between two tries (`whenCurrentJobsFinished` in its `worker.ts`, 5.81).
 */
async function dismiss(worker: Worker, taken: ReadonlySet<Promise<void>>): Promise<void> {
  const isClosed = worker.close();
  do await Promise.all(taken);
  while (!(await within(ANSWER_MS, isClosed)) && taken.size > 0);
  // One that never was connected is handed out once it is.
  void worker.client.then((connection) => connection.disconnect());
}

const reconnectIn = (times: number): number => Math.min(RECONNECT_MS, times * 200);

export function createStreamQueue(options: StreamQueueOptions): StreamQueue {
  const { url, prefix, name, take, atOnce, onChange } = options;
  let link: Link | null = null;
  let opening: Promise<void> | null = null;
  let reason: string | null = null;
  /** Whether Redis took what was offered last: a full one, or a copy of another, goes on answering. */
  let takes = false;
  let isClosed = false;
  /** What this process is doing of what was on the queue. */
  const taken = new Set<Promise<void>>();

  function became(now: string | null): void {
    if (now === reason || (now !== null && reason !== null) || isClosed) return;
    reason = now;
    onChange(reason);
  }

  /** Connects, for as long as that takes. Redis may come up later than the site. */
  async function open(): Promise<void> {
    const { Queue, Worker } = await import('bullmq');
    // Nothing is kept in memory while Redis is away: which streams are behind, the database knows.
    const sending = { enableOfflineQueue: false, commandTimeout: ANSWER_MS };
    const connection = { url, retryStrategy: reconnectIn };
    const queue = new Queue(name, { prefix, connection: { ...connection, ...sending } });
    link = { queue, worker: null };
    queue.on('error', ({ message }) => became(message));
    try {
      await queue.waitUntilReady();
      if (take && !isClosed) link.worker = consume(Worker, connection, take);
    } catch (error) {
      // A connection that broke is made again by itself; this is another fault, such as a server of another kind.
      link = null;
      await queue.close().catch(() => undefined);
      throw error;
    }
  }

  function consume(
    WorkerClass: typeof Worker,
    connection: object,
    work: (streamKey: string) => Promise<void>,
  ): Worker {
    const worker = new WorkerClass<{ streamKey: string }>(
      name,
      async ({ data }) => {
        const doing = work(data.streamKey);
        taken.add(doing);
        await doing.finally(() => taken.delete(doing));
      },
      {
        prefix,
        connection: { ...connection, maxRetriesPerRequest: null },
        concurrency: atOnce,
        lockDuration: HOLD_MS,
        stalledInterval: HOLD_MS / 2,
        // BullMQ gives up on a job that stalls too often. A stream is never given up here: the database has
        // its failures and when it is tried again.
        maxStalledCount: 1_000,
      },
    );
    worker.on('error', () => undefined);
    return worker;
  }

  async function send(streamKeys: readonly string[]): Promise<void> {
    opening ??= open().finally(() => (link ? undefined : (opening = null)));
    if (!(await within(reason === null ? ANSWER_MS : 0, opening)) || !link) {
      throw new Error(`it does not answer within ${ANSWER_MS} ms`);
    }
    if (streamKeys.length === 0 && takes) return void (await link.queue.count());
    takes = false;
    const offered = streamKeys.length > 0 ? streamKeys : [LOOK];
    await link.queue.addBulk(offered.map(jobOf));
    takes = true;
  }

  return {
    offer: async (streamKeys) => {
      try {
        await send(streamKeys);
        became(null);
        return true;
      } catch (error) {
        became(error instanceof Error ? error.message : String(error));
        return false;
      }
    },
    finish: async () => {
      isClosed = true;
      if (link?.worker) await dismiss(link.worker, taken);
    },
    close: async () => {
      isClosed = true;
      if (link) await leave(link.queue);
    },
  };
}
