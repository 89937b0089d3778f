import type { Core } from '@strapi/types';
import { DELIVERY_STATES, type DeliveryState, type Issue } from '../../../shared/deliveries';
import type { DeliveryFacts } from '../delivery/facts';
import type { StreamEntry } from '../projection/evolve';
import { toSlug } from '../projection/slug';
import { streamKeyOf } from './append';
import { TABLES } from './models';
import { toNumber } from './sql';

/** A delivery as the `deliveries` table has it. Times are epoch ms; some drivers give strings. */
export interface DeliveryRow {
  id: number;
  deliveryId: string;
  digest: string;
  streamKey: string | null;
  event: string | null;
  orgId: string | null;
  articleId: string | null;
  campaignId: string | null;
  title: string | null;
  slug: string | null;
  sourceStatus: string | null;
  occurredAt: number | string | null;
  sourceUpdatedAt: number | string | null;
  receivedAt: number | string;
  byteSize: number;
  issues: string | null;
  state: DeliveryState;
  reason: string | null;
  duplicates: number;
  failures: number;
  nextAttemptAt: number | string | null;
  discardedAt: number | string | null;
}

/** A delivery's part in its stream, with the state that it has now. */
export interface StandingEntry extends StreamEntry {
  streamKey: string;
  /** The slug that it asks for. */
  slug: string;
  deliveryId: string;
  state: DeliveryState;
  reason: string | null;
  failures: number;
  issues: Issue[];
}

const deliveries = (strapi: Core.Strapi) => strapi.db.query(TABLES.delivery);

export async function findDelivery(
  strapi: Core.Strapi,
  deliveryId: string,
): Promise<DeliveryRow | null> {
  return (await deliveries(strapi).findOne({ where: { deliveryId } })) as DeliveryRow | null;
}

/** The public id of the delivery at a position of the log; null when there is none. */
export async function deliveryIdAt(strapi: Core.Strapi, position: number): Promise<string | null> {
  const row = (await deliveries(strapi).findOne({
    select: ['deliveryId'],
    where: { id: position },
  })) as Pick<DeliveryRow, 'deliveryId'> | null;
  return row?.deliveryId ?? null;
}

export const parseIssues = (issues: string | null): Issue[] =>
  issues ? (JSON.parse(issues) as Issue[]) : [];

/** The deliveries of a stream that take part in it: all but the quarantined. */
export async function readStream(strapi: Core.Strapi, streamKey: string): Promise<StandingEntry[]> {
  const rows = (await deliveries(strapi).findMany({
    where: { streamKey, state: { $ne: 'quarantined' } },
    orderBy: { id: 'asc' },
  })) as DeliveryRow[];
  return rows.map((row) => ({
    position: row.id,
    streamKey,
    slug: toSlug(row.slug, row.title ?? '', row.articleId ?? ''),
    deliveryId: row.deliveryId,
    occurredAt: Number(row.occurredAt),
    sourceUpdatedAt: toNumber(row.sourceUpdatedAt),
    event: row.event ?? '',
    sourceStatus: row.sourceStatus,
    state: row.state,
    reason: row.reason,
    failures: row.failures,
    issues: parseIssues(row.issues),
  }));
}

/** Whether nothing is left to do for a delivery: the article shows it, or a newer one. */
export async function isSettled(strapi: Core.Strapi, position: number): Promise<boolean> {
  const where = { id: position, state: { $in: ['applied', 'superseded'] } };
  return (await deliveries(strapi).count({ where })) > 0;
}

export interface StateChange {
  state: DeliveryState;
  reason: string | null;
  failures?: number;
  /** Epoch ms of the next try; null when a person has to ask for it. */
  nextAttemptAt?: number | null;
  issues?: Issue[];
}

/** Records what became of a delivery. Joins the caller's transaction. */
export async function changeState(
  strapi: Core.Strapi,
  position: number,
  { state, reason, failures = 0, nextAttemptAt = null, issues }: StateChange,
): Promise<void> {
  await deliveries(strapi).update({
    where: { id: position },
    data: {
      state,
      reason,
      failures,
      nextAttemptAt,
      stateChangedAt: Date.now(),
      ...(issues ? { issues: JSON.stringify(issues) } : {}),
    },
  });
}

/** Makes every delivery of a stream pending that takes part in it. */
export async function pendAll(strapi: Core.Strapi, streamKey: string): Promise<void> {
  await deliveries(strapi).updateMany({
    where: { streamKey, state: { $ne: 'quarantined' } },
    data: { state: 'pending', reason: null, failures: 0, nextAttemptAt: null },
  });
}

/** Records that a person decided against a quarantined delivery. It stays in the log. */
export async function discardQuarantined(
  strapi: Core.Strapi,
  position: number,
  reason: string,
): Promise<void> {
  const now = Date.now();
  await deliveries(strapi).update({
    where: { id: position },
    data: { reason, discardedAt: now, stateChangedAt: now },
  });
}

/** Lets a delivery out of quarantine, with what is known about it now that it can be read. */
export async function acceptQuarantined(
  strapi: Core.Strapi,
  position: number,
  facts: DeliveryFacts,
  issues: Issue[],
): Promise<void> {
  const streamKey = facts.articleId === null ? null : streamKeyOf(facts.articleId);
  await deliveries(strapi).update({
    where: { id: position },
    data: {
      ...facts,
      streamKey,
      issues: JSON.stringify(issues),
      state: 'pending',
      reason: null,
      discardedAt: null,
      stateChangedAt: Date.now(),
    },
  });
}

/** A delivery because of which its stream is behind. */
export interface Behind {
  position: number;
  streamKey: string;
}

/**
 * A stream that is behind: one with a pending delivery, or a failed one whose next try is due.
 * The oldest first. Every trigger may be lost; this finds the work all the same.
 * @param after position in the log from which on to look.
 * @param except streams to leave out.
 */
export async function nextStreamBehind(
  strapi: Core.Strapi,
  { now, after, except }: { now: number; after: number; except: readonly string[] },
): Promise<Behind | null> {
  const row = (await deliveries(strapi).findOne({
    select: ['id', 'streamKey'],
    where: {
      id: { $gt: after },
      $or: [{ state: 'pending' }, { state: 'failed', nextAttemptAt: { $lte: now } }],
      streamKey: { $notNull: true, ...(except.length > 0 ? { $notIn: except } : {}) },
    },
    orderBy: { id: 'asc' },
  })) as { id: number; streamKey: string } | null;
  return row && { position: row.id, streamKey: row.streamKey };
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

export async function countByState(strapi: Core.Strapi): Promise<Record<DeliveryState, number>> {
  const counts = await Promise.all(
    DELIVERY_STATES.map(async (state) => [
      state,
      // What was discarded needs nobody any more.
      await deliveries(strapi).count({ where: { state, discardedAt: { $null: true } } }),
    ]),
  );
  return Object.fromEntries(counts) as Record<DeliveryState, number>;
}

/** When the oldest pending delivery arrived, in epoch ms; null when none is pending. */
export async function oldestPending(strapi: Core.Strapi): Promise<number | null> {
  const row = (await deliveries(strapi).findOne({
    select: ['receivedAt'],
    where: { state: 'pending' },
    orderBy: { id: 'asc' },
  })) as Pick<DeliveryRow, 'receivedAt'> | null;
  return toNumber(row?.receivedAt);
}
