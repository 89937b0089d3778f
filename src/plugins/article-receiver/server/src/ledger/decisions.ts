import type { Core } from '@strapi/types';
import type { Choice } from '../../../shared/decisions';
import { TABLES } from '../database/models';
import { rows, type RowOf } from '../database/rows';

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

const decisions = (strapi: Core.Strapi) => rows(strapi, TABLES.decision);

/** Each kind has choices of its own, which its columns do not know. */
const toRow = ({ kind, choice, ...row }: RowOf<typeof TABLES.decision>): DecisionRow => ({
  ...row,
  ...({ kind, choice } as Choice),
});

/** Appends a decision. Joins the caller's transaction. */
export async function recordDecision(strapi: Core.Strapi, decided: Decided): Promise<void> {
  await decisions(strapi).createMany({ data: [{ ...decided, decidedAt: Date.now() }] });
}

/** Decisions on some deliveries, oldest first. */
export async function decisionsOn(
  strapi: Core.Strapi,
  positions: readonly number[],
): Promise<DecisionRow[]> {
  const found = await decisions(strapi).findMany({
    where: { deliveryPosition: { $in: positions } },
    orderBy: { id: 'asc' },
  });
  return found.map(toRow);
}

export async function findDecision(strapi: Core.Strapi, id: number): Promise<DecisionRow | null> {
  const row = await decisions(strapi).findOne({ where: { id } });
  return row && toRow(row);
}

/** Decisions, newest first. @param before the id that the page before ended with. */
export async function latestDecisions(
  strapi: Core.Strapi,
  before: number | null,
  limit: number,
): Promise<DecisionRow[]> {
  const found = await decisions(strapi).findMany({
    where: before === null ? {} : { id: { $lt: before } },
    orderBy: { id: 'desc' },
    limit,
  });
  return found.map(toRow);
}

/** All decisions in some streams, oldest first. */
export async function decisionsIn(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<DecisionRow[]> {
  const found = await decisions(strapi).findMany({
    where: { streamKey: { $in: streamKeys } },
    orderBy: { id: 'asc' },
  });
  return found.map(toRow);
}
