import type { Core } from '@strapi/types';
import type { DeliveryRow } from './deliveries';
import { TABLES } from './models';
import { toNumber } from './sql';

const deliveries = (strapi: Core.Strapi) => strapi.db.query(TABLES.delivery);

/** A delivery because of which its stream is behind. */
export interface Behind {
  position: number;
  streamKey: string;
}

/** What puts a stream behind: a pending delivery, or a failed one whose next try is due. */
const behindAt = (now: number) => [
  { state: 'pending' },
  { state: 'failed', nextAttemptAt: { $lte: now } },
];

/** Whether there is something to do for a stream. @param now epoch ms. */
export async function isStreamBehind(
  strapi: Core.Strapi,
  streamKey: string,
  now: number,
): Promise<boolean> {
  return (await deliveries(strapi).count({ where: { streamKey, $or: behindAt(now) } })) > 0;
}

/**
 * The oldest deliveries that put their streams behind. Each state is asked for by itself: then the
 * index on it gives them in order, however long the log is.
 */
async function oldestBehind(
  strapi: Core.Strapi,
  { now, where, limit }: { now: number; where: object; limit: number },
): Promise<Behind[]> {
  const found: Behind[] = [];
  for (const behind of behindAt(now)) {
    const rows = (await deliveries(strapi).findMany({
      select: ['id', 'streamKey'],
      where: { ...where, ...behind },
      orderBy: { id: 'asc' },
      limit,
    })) as { id: number; streamKey: string | null }[];
    for (const { id, streamKey } of rows) {
      if (streamKey !== null) found.push({ position: id, streamKey });
    }
  }
  return found.sort((a, b) => a.position - b.position).slice(0, limit);
}

/** The streams of the oldest deliveries that put theirs behind. @param limit deliveries looked at. */
export async function streamsBehind(
  strapi: Core.Strapi,
  now: number,
  limit: number,
): Promise<string[]> {
  const behind = await oldestBehind(strapi, { now, where: {}, limit });
  return [...new Set(behind.map(({ streamKey }) => streamKey))];
}

/**
 * A stream that is behind. The oldest first. Every trigger may be lost; this finds the work all
 * the same.
 * @param after position in the log from which on to look.
 * @param except streams to leave out.
 */
export async function nextStreamBehind(
  strapi: Core.Strapi,
  { now, after, except }: { now: number; after: number; except: readonly string[] },
): Promise<Behind | null> {
  const where = {
    id: { $gt: after },
    ...(except.length > 0 ? { streamKey: { $notIn: except } } : {}),
  };
  return (await oldestBehind(strapi, { now, where, limit: 1 }))[0] ?? null;
}

/** When the next failed delivery is to be tried again, in epoch ms; null when none is. */
export async function nextRetryAt(strapi: Core.Strapi): Promise<number | null> {
  const row = (await deliveries(strapi).findOne({
    select: ['nextAttemptAt'],
    where: { state: 'failed', nextAttemptAt: { $notNull: true } },
    orderBy: { nextAttemptAt: 'asc' },
  })) as Pick<DeliveryRow, 'nextAttemptAt'> | null;
  return toNumber(row?.nextAttemptAt);
}
