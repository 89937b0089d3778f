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
  await strapi.db.query(TABLES.attempt).create({
    data: { ...row, finishedAt: Date.now(), changes: JSON.stringify(changes) },
  });
}

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
  })) as {
    startedAt: string | number;
    finishedAt: string | number;
    outcome: DeliveryState;
    reason: string | null;
    changes: string;
  }[];
  return rows.map(({ startedAt, finishedAt, outcome, reason, changes }) => ({
    startedAt: new Date(Number(startedAt)).toISOString(),
    finishedAt: new Date(Number(finishedAt)).toISOString(),
    outcome,
    reason,
    changes: JSON.parse(changes) as string[],
  }));
}
