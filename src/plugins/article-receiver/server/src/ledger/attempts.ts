import type { Core } from '@strapi/types';
import type { AttemptSummary, DeliveryState } from '../../../shared/deliveries';
import { TABLES } from '../event-log/models';

export interface Attempt {
  streamKey: string;
  /** Position of the delivery that the attempt was about. */
  deliveryPosition: number;
  /** Epoch ms. */
  startedAt: number;
  outcome: DeliveryState;
  reason: string | null;
  changes: string[];
}

/** Appends an attempt to its log. Joins the caller's transaction. */
export async function recordAttempt(strapi: Core.Strapi, attempt: Attempt): Promise<void> {
  const { changes, ...row } = attempt;
  await strapi.db.query(TABLES.attempt).createMany({
    data: [{ ...row, finishedAt: Date.now(), changes: JSON.stringify(changes) }],
  });
}

interface Row {
  deliveryPosition: number;
  startedAt: string | number;
  finishedAt: string | number;
  outcome: DeliveryState;
  reason: string | null;
  changes: string;
}

const toSummary = ({ startedAt, finishedAt, outcome, reason, changes }: Row): AttemptSummary => ({
  startedAt: new Date(Number(startedAt)).toISOString(),
  finishedAt: new Date(Number(finishedAt)).toISOString(),
  outcome,
  reason,
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
