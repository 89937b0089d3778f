import type { Core } from '@strapi/types';
import { DELIVERY_STATES, type DeliveryState, type Issue } from '../../../shared/deliveries';
import type { DeliveryFacts } from '../delivery/facts';
import { TEST_STATUS } from '../delivery/test-delivery';
import type { StreamEntry } from '../projection/evolve';
import { toSlug } from '../projection/slug';
import { streamKeyOf } from './arrival';
import { TABLES } from './models';
import { table, toNumber } from './sql';

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
  /** Null for deliveries from before this was written down. */
  acknowledgedAt: number | string | null;
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

/** The deliveries at positions of the log. */
export async function deliveriesAt(
  strapi: Core.Strapi,
  positions: readonly number[],
): Promise<DeliveryRow[]> {
  return (await deliveries(strapi).findMany({
    where: { id: { $in: [...new Set(positions)] } },
  })) as DeliveryRow[];
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

/**
 * Records what became of a delivery. Joins the caller's transaction. One statement: Strapi's
 * `update` would read the row before and after.
 */
export async function changeState(
  strapi: Core.Strapi,
  position: number,
  { state, reason, failures = 0, nextAttemptAt = null, issues }: StateChange,
): Promise<void> {
  await deliveries(strapi).updateMany({
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
  await deliveries(strapi).updateMany({
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
  await deliveries(strapi).updateMany({
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

export async function countByState(strapi: Core.Strapi): Promise<Record<DeliveryState, number>> {
  const rows = (await table(strapi, TABLES.delivery)
    .select('state')
    .count({ count: '*' })
    .groupBy('state')) as { state: DeliveryState; count: number | string }[];
  const found = new Map(rows.map(({ state, count }) => [state, Number(count)]));
  // What was discarded needs nobody any more.
  const discarded = await deliveries(strapi).count({
    where: { state: 'quarantined', discardedAt: { $notNull: true } },
  });
  const counts = ofEachState((state) => found.get(state) ?? 0);
  return { ...counts, quarantined: counts.quarantined - discarded };
}

const ofEachState = (count: (state: DeliveryState) => number): Record<DeliveryState, number> =>
  Object.fromEntries(DELIVERY_STATES.map((state) => [state, count(state)])) as Record<
    DeliveryState,
    number
  >;

/**
 * Deliveries that arrived in a span of time, by state. Added up and not grouped: SQLite would
 * walk the whole table in the order of the groups.
 * @param from epoch ms. @param to epoch ms, not included.
 */
export async function countArrived(
  strapi: Core.Strapi,
  { from, to }: { from: number; to: number },
): Promise<Record<DeliveryState, number>> {
  const sums = DELIVERY_STATES.map((state) =>
    strapi.db.connection.raw('sum(case when state = ? then 1 else 0 end) as ??', [state, state]),
  );
  const row = (await table(strapi, TABLES.delivery)
    .where('received_at', '>=', from)
    .where('received_at', '<', to)
    .first(...sums)) as Record<string, number | string | null> | undefined;
  return ofEachState((state) => Number(row?.[state] ?? 0));
}

/** Whether a delivery has arrived that was no test of the site's own. */
export async function hasRealDelivery(strapi: Core.Strapi): Promise<boolean> {
  const row: unknown = await deliveries(strapi).findOne({
    select: ['id'],
    where: { $or: [{ sourceStatus: { $null: true } }, { sourceStatus: { $ne: TEST_STATUS } }] },
    orderBy: { id: 'asc' },
  });
  return row !== null;
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
