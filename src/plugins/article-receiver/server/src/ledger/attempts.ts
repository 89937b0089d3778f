import type { Core } from '@strapi/types';
import type { AttemptSummary, DeliveryState } from '../../../shared/deliveries';
import {
  readReason,
  storedReason,
  toldReason,
  type Reason,
  type StoredReason,
} from '../../../shared/reasons';
import { TABLES } from '../database/models';

export interface Attempt {
  streamKey: string;
  /** Position of the delivery that the attempt was about. */
  deliveryPosition: number;
  /** Epoch ms. */
  startedAt: number;
  outcome: DeliveryState;
  reason: Reason | null;
  changes: string[];
  /** Null where the article does not show the delivery. */
  details?: AttemptDetails | null;
}

/** What came of a projection for the delivery that the draft shows. */
export interface AttemptDetails {
  isShown: boolean;
  /** Fields in which an editor's value stayed, though the feed says something else. */
  kept: string[];
  /** The slug that the article has, where that is not the one that was asked for. */
  otherSlug: string | null;
}

/** Appends attempts to their log, in one statement. Joins the caller's transaction. */
export async function recordAttempts(
  strapi: Core.Strapi,
  attempts: readonly Attempt[],
): Promise<void> {
  if (attempts.length === 0) return;
  const finishedAt = Date.now();
  const data = attempts.map(({ changes, reason, details = null, ...row }) => ({
    ...row,
    ...storedReason(reason),
    finishedAt,
    changes: JSON.stringify(changes),
    details: details && JSON.stringify(details),
  }));
  await strapi.db.query(TABLES.attempt).createMany({ data });
}

interface Row extends StoredReason {
  deliveryPosition: number;
  startedAt: string | number;
  finishedAt: string | number;
  outcome: DeliveryState;
  changes: string;
}

const toSummary = ({ startedAt, finishedAt, outcome, changes, ...row }: Row): AttemptSummary => ({
  startedAt: new Date(Number(startedAt)).toISOString(),
  finishedAt: new Date(Number(finishedAt)).toISOString(),
  outcome,
  ...toldReason(readReason(row)),
  changes: JSON.parse(changes) as string[],
});

/** The latest attempts on a delivery, newest first. */
export async function attemptsOn(
  strapi: Core.Strapi,
  deliveryPosition: number,
  limit = 50,
): Promise<AttemptSummary[]> {
  const rows = (await strapi.db.query(TABLES.attempt).findMany({
    where: { deliveryPosition },
    orderBy: { id: 'desc' },
    limit,
  })) as Row[];
  return rows.map(toSummary);
}

/** All attempts on deliveries, newest first, by the position of the delivery. */
export async function attemptsOnAll(
  strapi: Core.Strapi,
  positions: readonly number[],
): Promise<Map<number, AttemptSummary[]>> {
  const rows = (await strapi.db.query(TABLES.attempt).findMany({
    where: { deliveryPosition: { $in: positions } },
    orderBy: { id: 'desc' },
  })) as Row[];
  const attempts = new Map<number, AttemptSummary[]>();
  for (const row of rows) {
    const known = attempts.get(row.deliveryPosition) ?? [];
    attempts.set(row.deliveryPosition, [...known, toSummary(row)]);
  }
  return attempts;
}

/** When a delivery was projected for the first time, in epoch ms; null when it was not yet. */
export async function projectedAt(
  strapi: Core.Strapi,
  deliveryPosition: number,
): Promise<number | null> {
  const row = (await strapi.db.query(TABLES.attempt).findOne({
    select: ['finishedAt'],
    where: { deliveryPosition, outcome: { $in: ['applied', 'superseded'] } },
    orderBy: { id: 'asc' },
  })) as Pick<Row, 'finishedAt'> | null;
  return row && Number(row.finishedAt);
}

/** What came of the latest projection after which the draft showed a delivery, by its position. */
export async function detailsOf(
  strapi: Core.Strapi,
  positions: readonly number[],
): Promise<Map<number, AttemptDetails>> {
  const rows = (await strapi.db.query(TABLES.attempt).findMany({
    select: ['deliveryPosition', 'details'],
    where: { deliveryPosition: { $in: positions }, details: { $notNull: true } },
    orderBy: { id: 'asc' },
  })) as { deliveryPosition: number; details: string }[];
  return new Map(
    rows.map(({ deliveryPosition, details }) => [
      deliveryPosition,
      JSON.parse(details) as AttemptDetails,
    ]),
  );
}

/** An attempt with what it wrote. */
export interface AttemptRow {
  id: number;
  deliveryPosition: number;
  changes: string[];
  details: AttemptDetails | null;
}

/** The latest attempts on a stream, oldest first. */
export async function attemptsIn(
  strapi: Core.Strapi,
  streamKey: string,
  limit = 1_000,
): Promise<AttemptRow[]> {
  const rows = (await strapi.db.query(TABLES.attempt).findMany({
    select: ['id', 'deliveryPosition', 'changes', 'details'],
    where: { streamKey },
    orderBy: { id: 'desc' },
    limit,
  })) as { id: number; deliveryPosition: number; changes: string; details: string | null }[];
  return rows.reverse().map(({ changes, details, ...row }) => ({
    ...row,
    changes: JSON.parse(changes) as string[],
    details: details === null ? null : (JSON.parse(details) as AttemptDetails),
  }));
}
