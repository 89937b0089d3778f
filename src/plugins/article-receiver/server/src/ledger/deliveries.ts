import type { Core } from '@strapi/types';
import type { DeliveryState, Issue } from '../../../shared/deliveries';
import { readReason, storedReason, type Reason } from '../../../shared/reasons';
import { preciseTime, type DeliveryFacts } from '../delivery/facts';
import { TEST_STATUS } from '../delivery/test-delivery';
import type { StreamEntry } from '../projection/article/evolve';
import { toSlug } from '../projection/addresses/slug';
import { streamKeyOf } from '../log/arrival';
import { TABLES } from '../database/models';
import { fromJson, toJson, type Json } from '../database/columns';
import { rows, type RowOf } from '../database/rows';

/** What is known about a delivery of the log, and what became of it. */
export type DeliveryRow = RowOf<typeof TABLES.delivery>;

/** A delivery's part in its stream, with the state that it has now. */
export interface StreamDelivery extends StreamEntry {
  streamKey: string;
  articleId: string | null;
  /** The slug that it asks for. */
  slug: string;
  deliveryId: string;
  state: DeliveryState;
  reason: Reason | null;
  failures: number;
  issues: Issue[];
}

const deliveries = (strapi: Core.Strapi) => rows(strapi, TABLES.delivery);

export async function findDelivery(
  strapi: Core.Strapi,
  deliveryId: string,
): Promise<DeliveryRow | null> {
  return deliveries(strapi).findOne({ where: { deliveryId } });
}

/** The deliveries at positions of the log. */
export async function deliveriesAt(
  strapi: Core.Strapi,
  positions: readonly number[],
): Promise<DeliveryRow[]> {
  return deliveries(strapi).findMany({ where: { id: { $in: [...new Set(positions)] } } });
}

/** The public id of the delivery at a position of the log; null when there is none. */
export async function deliveryIdAt(strapi: Core.Strapi, position: number): Promise<string | null> {
  const row = await deliveries(strapi).findOne({
    select: ['deliveryId'],
    where: { id: position },
  });
  return row?.deliveryId ?? null;
}

export const parseIssues = (issues: Json<Issue[]> | null): Issue[] => fromJson(issues) ?? [];

function sourceUpdatedAt(row: DeliveryRow): number | null {
  const whole = row.sourceUpdatedAt;
  return whole === null ? null : preciseTime(whole, row.sourceUpdatedBelow);
}

/** The deliveries of a stream that take part in it: all but the quarantined. */
export async function readStream(
  strapi: Core.Strapi,
  streamKey: string,
): Promise<StreamDelivery[]> {
  const found = await deliveries(strapi).findMany({
    where: { streamKey, state: { $ne: 'quarantined' } },
    orderBy: { id: 'asc' },
  });
  return found.map((row) => ({
    position: row.id,
    streamKey,
    articleId: row.articleId,
    slug: toSlug(row.slug, row.title ?? '', row.articleId ?? ''),
    deliveryId: row.deliveryId,
    occurredAt: preciseTime(row.occurredAt ?? 0, row.occurredBelow),
    sourceUpdatedAt: sourceUpdatedAt(row),
    event: row.event ?? '',
    sourceStatus: row.sourceStatus,
    plannedFor: row.plannedFor,
    leftBy: row.leftBy,
    leftCode: row.leftCode,
    state: row.state,
    reason: readReason(row),
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
  reason: Reason | null;
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
      ...storedReason(reason),
      failures,
      nextAttemptAt,
      stateChangedAt: Date.now(),
      ...(issues ? { issues: toJson(issues) } : {}),
    },
  });
}

/** Makes every delivery of a stream pending that takes part in it. */
export async function pendAll(strapi: Core.Strapi, streamKey: string): Promise<void> {
  await deliveries(strapi).updateMany({
    where: { streamKey, state: { $ne: 'quarantined' } },
    data: { state: 'pending', ...storedReason(null), failures: 0, nextAttemptAt: null },
  });
}

/** Records that a person decided against a quarantined delivery. It stays in the log. */
export async function discardQuarantined(
  strapi: Core.Strapi,
  position: number,
  reason: Reason,
): Promise<void> {
  const now = Date.now();
  await deliveries(strapi).updateMany({
    where: { id: position },
    data: { ...storedReason(reason), discardedAt: now, stateChangedAt: now },
  });
}

/**
 * Records that a person decided to leave a delivery as it is, or (with null) that somebody wants it
 * after all. Its stream says what comes of it.
 */
export async function setLeft(
  strapi: Core.Strapi,
  position: number,
  left: { by: string; code: string | null } | null,
): Promise<void> {
  await deliveries(strapi).updateMany({
    where: { id: position },
    data: {
      leftBy: left?.by ?? null,
      leftCode: left?.code ?? null,
      leftAt: left === null ? null : Date.now(),
    },
  });
}

/** Plans another look at a parked delivery that may get on by itself. Joins the caller's transaction. */
export async function planLook(
  strapi: Core.Strapi,
  position: number,
  look: { failures: number; nextAttemptAt: number },
): Promise<void> {
  await deliveries(strapi).updateMany({ where: { id: position }, data: look });
}

/** The parked deliveries of a stream. */
export async function parkedInStream(
  strapi: Core.Strapi,
  streamKey: string,
): Promise<DeliveryRow[]> {
  const where = { streamKey, state: 'parked' };
  return deliveries(strapi).findMany({ where });
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
      issues: toJson(issues),
      state: 'pending',
      ...storedReason(null),
      discardedAt: null,
      stateChangedAt: Date.now(),
    },
  });
}

/** Whether a delivery has arrived that was no test of the site's own. */
export async function hasRealDelivery(strapi: Core.Strapi): Promise<boolean> {
  const row = await deliveries(strapi).findOne({
    select: ['id'],
    where: { $or: [{ sourceStatus: { $null: true } }, { sourceStatus: { $ne: TEST_STATUS } }] },
    orderBy: { id: 'asc' },
  });
  return row !== null;
}

/** When the oldest pending delivery arrived, in epoch ms; null when none is pending. */
export async function oldestPending(strapi: Core.Strapi): Promise<number | null> {
  const row = await deliveries(strapi).findOne({
    select: ['receivedAt'],
    where: { state: 'pending' },
    orderBy: { id: 'asc' },
  });
  return row?.receivedAt ?? null;
}
