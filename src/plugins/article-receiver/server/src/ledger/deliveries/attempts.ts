import type { Core } from '@strapi/types';
import type { AttemptSummary, DeliveryState } from '../../../../shared/deliveries/deliveries';
import {
  readReason,
  storedReason,
  toldReason,
  type Reason,
} from '../../../../shared/deliveries/reasons';
import { fromJson, having, toJson } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows, type RowOf } from '../../database/rows';
import { inParts } from '../../database/sql';
import type { AttemptDetails } from '../../projection/article/attempt-details';

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

/** The log of attempts to project deliveries, and what each wrote. */
export class Attempts {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.attempt);
  }

  /** Appends attempts to their log, in one statement. Joins the caller's transaction. */
  async record(attempts: readonly Attempt[]): Promise<void> {
    if (attempts.length === 0) return;
    const finishedAt = Date.now();
    const data = attempts.map(({ changes, reason, details = null, ...row }) => ({
      ...row,
      ...storedReason(reason),
      finishedAt,
      changes: toJson(changes),
      details: details && toJson(details),
    }));
    await this.rows.createMany({ data });
  }

  /** The latest attempts on a delivery, newest first. */
  async on(deliveryPosition: number, limit = 50): Promise<AttemptSummary[]> {
    const found = await this.rows.findMany({
      where: { deliveryPosition },
      orderBy: { id: 'desc' },
      limit,
    });
    return found.map(toSummary);
  }

  /** All attempts on deliveries, newest first, by the position of the delivery. */
  async onAll(positions: readonly number[]): Promise<Map<number, AttemptSummary[]>> {
    const found = await this.rows.findMany({
      where: { deliveryPosition: { $in: positions } },
      orderBy: { id: 'desc' },
    });
    const attempts = new Map<number, AttemptSummary[]>();
    for (const row of found) {
      const known = attempts.get(row.deliveryPosition) ?? [];
      attempts.set(row.deliveryPosition, [...known, toSummary(row)]);
    }
    return attempts;
  }

  /** When a delivery was projected for the first time, in epoch ms; null when it was not yet. */
  async projectedAt(deliveryPosition: number): Promise<number | null> {
    const row = await this.rows.findOne({
      select: ['finishedAt'],
      where: { deliveryPosition, outcome: { $in: ['applied', 'superseded'] } },
      orderBy: { id: 'asc' },
    });
    return row && row.finishedAt;
  }

  /** Which of some deliveries were projected before a time in epoch ms, and did not fail. */
  async before(time: number, positions: readonly number[]): Promise<Set<number>> {
    const found = await this.rows.findMany({
      select: ['deliveryPosition'],
      where: {
        deliveryPosition: { $in: positions },
        finishedAt: { $lte: time },
        outcome: { $ne: 'failed' },
      },
    });
    return new Set(found.map(({ deliveryPosition }) => deliveryPosition));
  }

  /** What came of the latest projection after which the draft showed a delivery, by its position. */
  async details(positions: readonly number[]): Promise<Map<number, AttemptDetails>> {
    const latest = new Map<number, AttemptDetails>();
    // An article may wait with more deliveries than a statement can name.
    for (const some of inParts(positions)) {
      const found = await this.rows.findMany({
        select: ['deliveryPosition', 'details'],
        where: { deliveryPosition: { $in: some }, details: { $notNull: true } },
        orderBy: { id: 'asc' },
      });
      for (const { deliveryPosition, details } of having(found, 'details')) {
        latest.set(deliveryPosition, fromJson(details));
      }
    }
    return latest;
  }

  /** Whether an attempt on a stream published something, or took it offline, since a time in epoch ms. */
  async isPublicationChangedSince(streamKey: string, since: number): Promise<boolean> {
    const found = await this.rows.findMany({
      select: ['changes'],
      where: { streamKey, finishedAt: { $gte: since } },
    });
    return found.some(({ changes }) =>
      fromJson(changes).some((change) => change === 'publish' || change === 'unpublish'),
    );
  }

  /**
   * The latest attempts on a stream, oldest first.
   * @param upTo the position of a delivery: of those after the last one on it, none.
   */
  async inStream(
    streamKey: string,
    { upTo, limit = 1_000 }: { upTo?: number; limit?: number } = {},
  ): Promise<AttemptRow[]> {
    const last = upTo === undefined ? null : await this.lastOn(upTo);
    const found = await this.rows.findMany({
      select: ['id', 'deliveryPosition', 'changes', 'details'],
      where: { streamKey, ...(last === null ? {} : { id: { $lte: last } }) },
      orderBy: { id: 'desc' },
      limit,
    });
    return found.reverse().map(({ changes, details, ...row }) => ({
      ...row,
      changes: fromJson(changes),
      details: fromJson(details),
    }));
  }

  /** The id of the last attempt on a delivery; null where there was none. */
  private async lastOn(deliveryPosition: number): Promise<number | null> {
    const row = await this.rows.findOne({
      select: ['id'],
      where: { deliveryPosition },
      orderBy: { id: 'desc' },
    });
    return row && row.id;
  }
}

const toSummary = ({
  startedAt,
  finishedAt,
  outcome,
  changes,
  ...row
}: RowOf<typeof TABLES.attempt>): AttemptSummary => ({
  startedAt: new Date(startedAt).toISOString(),
  finishedAt: new Date(finishedAt).toISOString(),
  outcome,
  ...toldReason(readReason(row)),
  changes: fromJson(changes),
});

/** An attempt with what it wrote. */
export interface AttemptRow {
  id: number;
  deliveryPosition: number;
  changes: string[];
  details: AttemptDetails | null;
}
