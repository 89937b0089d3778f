import type { Core } from '@strapi/types';
import type { Choice } from '../../../shared/decisions';
import { TABLES } from '../database/models';

/** What a person decided: the rows stay, so that one can see later who did and when. */
export type Decided = Choice & {
  /** What was decided on: the field, the word, the fingerprint of what was to be published. */
  subject: string | null;
  streamKey: string | null;
  documentId: string | null;
  deliveryPosition: number | null;
  decidedBy: string;
};

export type DecisionRow = Decided & {
  id: number;
  /** Epoch ms. */
  decidedAt: number;
};

const toRow = (row: DecisionRow): DecisionRow => ({ ...row, decidedAt: Number(row.decidedAt) });

/** Appends a decision. Joins the caller's transaction. */
export async function recordDecision(strapi: Core.Strapi, decided: Decided): Promise<void> {
  await strapi.db
    .query(TABLES.decision)
    .createMany({ data: [{ ...decided, decidedAt: Date.now() }] });
}

/** Decisions on some deliveries, oldest first. */
export async function decisionsOn(
  strapi: Core.Strapi,
  positions: readonly number[],
): Promise<DecisionRow[]> {
  const rows = (await strapi.db.query(TABLES.decision).findMany({
    where: { deliveryPosition: { $in: positions } },
    orderBy: { id: 'asc' },
  })) as DecisionRow[];
  return rows.map(toRow);
}

export async function findDecision(strapi: Core.Strapi, id: number): Promise<DecisionRow | null> {
  const row = (await strapi.db
    .query(TABLES.decision)
    .findOne({ where: { id } })) as DecisionRow | null;
  return row && toRow(row);
}

/** Decisions, newest first. @param before the id that the page before ended with. */
export async function latestDecisions(
  strapi: Core.Strapi,
  before: number | null,
  limit: number,
): Promise<DecisionRow[]> {
  const rows = (await strapi.db.query(TABLES.decision).findMany({
    where: before === null ? {} : { id: { $lt: before } },
    orderBy: { id: 'desc' },
    limit,
  })) as DecisionRow[];
  return rows.map(toRow);
}

/** All decisions in some streams, oldest first. */
export async function decisionsIn(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<DecisionRow[]> {
  const rows = (await strapi.db.query(TABLES.decision).findMany({
    where: { streamKey: { $in: streamKeys } },
    orderBy: { id: 'asc' },
  })) as DecisionRow[];
  return rows.map(toRow);
}
