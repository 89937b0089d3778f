import type { Core } from '@strapi/types';
import { TABLES } from '../database/models';
import { rows } from '../database/rows';

const deliveries = (strapi: Core.Strapi) => rows(strapi, TABLES.delivery);

/** A delivery because of which its stream is behind. */
export interface Behind {
  position: number;
  streamKey: string;
}

/** By what time it is judged which deliveries are due. */
export interface DueTime {
  /** Epoch ms. */
  now: number;
  /** The longest time that a delivery waits for its next try, in milliseconds. */
  longestDelayMs: number;
}

/**
 * What puts a stream behind: a pending delivery, or one whose next try is due: it failed, or Strapi
 * refused to publish it. So is one that is planned for later than any try can be: whoever planned it
 * had a clock that was wrong.
 */
const behindAt = ({ now, longestDelayMs }: DueTime) => [
  { state: 'pending' },
  {
    $or: [{ nextAttemptAt: { $lte: now } }, { nextAttemptAt: { $gt: now + longestDelayMs } }],
  },
];

/** Whether there is something to do for a stream. */
export async function isStreamBehind(
  strapi: Core.Strapi,
  streamKey: string,
  due: DueTime,
): Promise<boolean> {
  return (await deliveries(strapi).count({ where: { streamKey, $or: behindAt(due) } })) > 0;
}

/**
 * The oldest deliveries that put their streams behind. Each state is asked for by itself: then the
 * index on it gives them in order, however long the log is. One without a stream counts for none:
 * nothing can be done for it, and it must not stand before those for which something can.
 */
async function oldestBehind(
  strapi: Core.Strapi,
  { due, where, limit }: { due: DueTime; where: object[]; limit: number },
): Promise<Behind[]> {
  const found: Behind[] = [];
  for (const behind of behindAt(due)) {
    const before = found.length;
    for (let after = 0; ;) {
      const next = await deliveries(strapi).findMany({
        select: ['id', 'streamKey'],
        where: { $and: [...where, behind, { id: { $gt: after } }] },
        orderBy: { id: 'asc' },
        limit,
      });
      for (const { id, streamKey } of next) {
        // Not asked of the database: SQLite takes the index on the stream for it and walks the log.
        if (streamKey !== null) found.push({ position: id, streamKey });
        after = id;
      }
      if (next.length < limit || found.length - before >= limit) break;
    }
  }
  return found.sort((a, b) => a.position - b.position).slice(0, limit);
}

/**
 * The streams of the oldest deliveries that put theirs behind.
 * @param choice.except streams to leave out. @param choice.limit deliveries looked at.
 */
export async function streamsBehind(
  strapi: Core.Strapi,
  due: DueTime,
  { except, limit }: { except: readonly string[]; limit: number },
): Promise<string[]> {
  const behind = await oldestBehind(strapi, { due, where: leavingOut(except), limit });
  return [...new Set(behind.map(({ streamKey }) => streamKey))];
}

/**
 * The oldest deliveries that put streams behind, several of one stream maybe. Every trigger may be
 * lost; this finds the work all the same.
 * @param after position in the log from which on to look.
 * @param except streams to leave out.
 */
export async function nextBehind(
  strapi: Core.Strapi,
  due: DueTime,
  { after, except, limit }: { after: number; except: readonly string[]; limit: number },
): Promise<Behind[]> {
  const where = [{ id: { $gt: after } }, ...leavingOut(except)];
  return oldestBehind(strapi, { due, where, limit });
}

const leavingOut = (streamKeys: readonly string[]): object[] =>
  streamKeys.length > 0 ? [{ streamKey: { $notIn: streamKeys } }] : [];
