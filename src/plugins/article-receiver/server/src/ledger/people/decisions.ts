import type { Core } from '@strapi/types';
import type { Choice } from '../../../../shared/decisions/decisions';
import { TABLES } from '../../database/tables';
import { rows, type RowOf } from '../../database/rows';

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

/** What people decided: rows are added, and none is ever changed. */
export class Decisions {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.decision);
  }

  /**
   * Appends a decision. Joins the caller's transaction.
   * @param decidedAt in epoch ms.
   */
  async record(decided: Decided, decidedAt = Date.now()): Promise<void> {
    await this.rows.createMany({ data: [{ ...decided, decidedAt }] });
  }

  /** Decisions on some deliveries, oldest first. */
  async on(positions: readonly number[]): Promise<DecisionRow[]> {
    const found = await this.rows.findMany({
      where: { deliveryPosition: { $in: positions } },
      orderBy: { id: 'asc' },
    });
    return found.map(toRow);
  }

  async find(id: number): Promise<DecisionRow | null> {
    const row = await this.rows.findOne({ where: { id } });
    return row && toRow(row);
  }

  /** Decisions, newest first. @param before the id that the page before ended with. */
  async latest(before: number | null, limit: number): Promise<DecisionRow[]> {
    const found = await this.rows.findMany({
      where: before === null ? {} : { id: { $lt: before } },
      orderBy: { id: 'desc' },
      limit,
    });
    return found.map(toRow);
  }

  /** When the article of a stream was deleted last, in epoch ms; null where nobody is known to have done that. */
  async deletedAt(streamKey: string): Promise<number | null> {
    const where = { streamKey, kind: 'article' } as const;
    const row = await this.rows.findOne({ where, orderBy: { id: 'desc' } });
    return row && row.decidedAt;
  }

  /** Whether somebody is known to have deleted one of these entries of a stream. */
  async isDeleted(streamKey: string, documentIds: readonly string[]): Promise<boolean> {
    const where = { streamKey, kind: 'article', documentId: { $in: documentIds } } as const;
    return (await this.rows.count({ where })) > 0;
  }

  /** All decisions in some streams, oldest first. */
  async inStreams(streamKeys: readonly string[]): Promise<DecisionRow[]> {
    const found = await this.rows.findMany({
      where: { streamKey: { $in: streamKeys } },
      orderBy: { id: 'asc' },
    });
    return found.map(toRow);
  }
}

/** Each kind has choices of its own, which its columns do not know. */
const toRow = ({ kind, choice, ...row }: RowOf<typeof TABLES.decision>): DecisionRow => ({
  ...row,
  ...({ kind, choice } as Choice),
});
