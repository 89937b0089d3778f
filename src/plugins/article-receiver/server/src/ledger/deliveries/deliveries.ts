import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { DeliveryState, Issue } from '../../../../shared/deliveries/deliveries';
import { readReason, storedReason, type Reason } from '../../../../shared/deliveries/reasons';
import { preciseTime } from '../../read-delivery/facts';
import { TEST_STATUS } from '../../read-delivery/test-delivery';
import type { StreamEntry } from '../../projection/article/evolve';
import { toSlug } from '../../projection/addresses/slug';
import { TABLES } from '../../database/tables';
import { having, toJson } from '../../database/columns';
import { rows, type ReadRows } from '../../database/rows';
import { columns, table } from '../../database/sql';
import { askedTogether } from '../../run-context/looks';
import { parseIssues, type DeliveryRow } from './delivery-row';

/** A delivery's part in its stream, with the state that it has now. */
export interface StreamDelivery extends StreamEntry {
  streamKey: string;
  articleId: string | null;
  /** The slug that it asks for. */
  slug: string;
  deliveryId: string;
  /** Epoch ms. */
  receivedAt: number;
  state: DeliveryState;
  reason: Reason | null;
  failures: number;
  issues: Issue[];
}

/** What is known of each delivery of the log, and what became of it. */
export class Deliveries {
  constructor(private readonly strapi: Core.Strapi) {}

  /** For lists and pages, which choose by many things: to read only. */
  get all(): ReadRows<DeliveryRow> {
    return this.rows;
  }

  private get rows() {
    return rows(this.strapi, TABLES.delivery);
  }

  /** Writes down what is known of deliveries that are written into the log in the same transaction. */
  async add(trx: Knex.Transaction, arrived: readonly Partial<DeliveryRow>[]): Promise<void> {
    await table(this.strapi, TABLES.delivery, trx).insert(arrived.map(columns));
  }

  /** Counts one that came again. @param at epoch ms. */
  async countDuplicate(deliveryId: string, digest: string, at: number): Promise<void> {
    // By the id, which has an index: without one, MariaDB locks every row.
    await table(this.strapi, TABLES.delivery)
      .where({ delivery_id: deliveryId, digest })
      .update({ last_duplicate_at: at })
      .increment('duplicates', 1);
  }

  /** A delivery by its public id; null when there is none. */
  async find(deliveryId: string): Promise<DeliveryRow | null> {
    return this.rows.findOne({ where: { deliveryId } });
  }

  /** The deliveries at positions of the log. */
  async at(positions: readonly number[]): Promise<DeliveryRow[]> {
    return this.rows.findMany({ where: { id: { $in: [...new Set(positions)] } } });
  }

  /** The public id of the delivery at a position of the log; null when there is none. */
  async idAt(position: number): Promise<string | null> {
    const row = await this.rows.findOne({
      select: ['deliveryId'],
      where: { id: position },
    });
    return row?.deliveryId ?? null;
  }

  /** The deliveries of a stream that take part in it: all but the quarantined. */
  async inStream(streamKey: string): Promise<StreamDelivery[]> {
    return readStreams(this.strapi, streamKey);
  }

  /** Those that articles may show: neither replaced nor unusable. By stream key. */
  async notReplaced(streamKeys: readonly string[]): Promise<Map<string, StreamDelivery[]>> {
    const state = { $notIn: ['superseded', 'quarantined'] };
    const where = { streamKey: { $in: [...streamKeys] }, state };
    return byStream(await this.rows.findMany({ where, orderBy: { id: 'asc' } }));
  }

  /**
   * Records what became of a delivery. Joins the caller's transaction. One statement: Strapi's
   * `update` would read the row before and after.
   */
  async changeState(
    position: number,
    { state, reason, failures = 0, nextAttemptAt = null, issues }: StateChange,
  ): Promise<void> {
    await this.rows.updateMany({
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

  /**
   * Has a delivery projected again that may get on by now. Why it waited stays written down: where it has to wait
   * for the same thing again, nothing is new. Joins the caller's transaction.
   */
  async pendAgain(position: number): Promise<void> {
    await this.rows.updateMany({
      where: { id: position },
      data: { state: 'pending', failures: 0, nextAttemptAt: null, stateChangedAt: Date.now() },
    });
  }

  /**
   * Makes every delivery of a stream pending that takes part in it. Of one that waits for a person, why it does stays
   * written down: where it goes on waiting for that, nothing is new.
   */
  async pendAll(streamKey: string): Promise<void> {
    const pending = { state: 'pending', failures: 0, nextAttemptAt: null } as const;
    const others = { $notIn: ['quarantined', 'parked', 'pending'] };
    await this.rows.updateMany({
      where: { streamKey, state: others },
      data: { ...pending, ...storedReason(null) },
    });
    await this.rows.updateMany({ where: { streamKey, state: 'parked' }, data: pending });
  }

  /**
   * Records that a person decided to leave a delivery as it is, or (with null) that somebody wants it
   * after all. Its stream says what comes of it.
   */
  async setLeft(position: number, left: { by: string; code: string | null } | null): Promise<void> {
    await this.rows.updateMany({
      where: { id: position },
      data: {
        leftBy: left?.by ?? null,
        leftCode: left?.code ?? null,
        leftAt: left === null ? null : Date.now(),
      },
    });
  }

  /** Plans another look at a parked delivery that may get on by itself. Joins the caller's transaction. */
  async planLook(
    position: number,
    look: { failures: number; nextAttemptAt: number },
  ): Promise<void> {
    await this.rows.updateMany({ where: { id: position }, data: look });
  }

  /** The parked deliveries of a stream. */
  async parkedIn(streamKey: string): Promise<DeliveryRow[]> {
    const where = { streamKey, state: 'parked' };
    return this.rows.findMany({ where });
  }

  /** Whether a delivery has arrived that was no test of the site's own. */
  async hasReal(): Promise<boolean> {
    const row = await this.rows.findOne({
      select: ['id'],
      where: { $or: [{ sourceStatus: { $null: true } }, { sourceStatus: { $ne: TEST_STATUS } }] },
      orderBy: { id: 'asc' },
    });
    return row !== null;
  }

  /** When the oldest pending delivery arrived, in epoch ms; null when none is pending. */
  async oldestPending(): Promise<number | null> {
    const row = await this.rows.findOne({
      select: ['receivedAt'],
      where: { state: 'pending' },
      orderBy: { id: 'asc' },
    });
    return row?.receivedAt ?? null;
  }
}

const readStreams = askedTogether(async (strapi, streamKeys: readonly string[]) => {
  const found = await rows(strapi, TABLES.delivery).findMany({
    where: { streamKey: { $in: [...new Set(streamKeys)] }, state: { $ne: 'quarantined' } },
    orderBy: { id: 'asc' },
  });
  const streams = byStream(found);
  return (streamKey: string): StreamDelivery[] => streams.get(streamKey) ?? [];
});

function byStream(found: readonly DeliveryRow[]): Map<string, StreamDelivery[]> {
  const streams = new Map<string, StreamDelivery[]>();
  for (const row of having(found, 'streamKey')) {
    const stream = streams.get(row.streamKey) ?? [];
    stream.push(toStreamDelivery(row));
    streams.set(row.streamKey, stream);
  }
  return streams;
}

const toStreamDelivery = (row: DeliveryRow & { streamKey: string }): StreamDelivery => ({
  position: row.id,
  streamKey: row.streamKey,
  articleId: row.articleId,
  slug: toSlug(row.slug, row.title ?? '', row.articleId ?? ''),
  deliveryId: row.deliveryId,
  receivedAt: row.receivedAt,
  occurredAt: preciseTime(row.occurredAt ?? 0, row.occurredBelow),
  sourceUpdatedAt: sourceUpdatedAt(row),
  event: row.event ?? '',
  sourceStatus: row.sourceStatus,
  plannedFor: row.plannedFor,
  leftBy: row.leftBy,
  leftCode: row.leftCode,
  isCarried: row.isCarried,
  state: row.state,
  reason: readReason(row),
  failures: row.failures,
  issues: parseIssues(row.issues),
});

function sourceUpdatedAt(row: DeliveryRow): number | null {
  const whole = row.sourceUpdatedAt;
  return whole === null ? null : preciseTime(whole, row.sourceUpdatedBelow);
}

export interface StateChange {
  state: DeliveryState;
  reason: Reason | null;
  failures?: number;
  /** Epoch ms of the next try; null when a person has to ask for it. */
  nextAttemptAt?: number | null;
  issues?: Issue[];
}
