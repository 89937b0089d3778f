import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { having } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { findRows, rows } from '../../database/rows';
import { inTransaction } from '../../database/transaction';
import { columns, countIn, table } from '../../database/sql';
import type { Planned } from '../../projection/article/evolve';
import { storedReason } from '../../../../shared/deliveries/reasons';
import { debugPoint } from '../../faults/debug-point';

/** Articles that go online on a day to come. */
export class PlannedStreams {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.stream);
  }

  /** Records for which day a stream's article is planned. Joins the caller's transaction. */
  async plan(streamKey: string, planned: Planned | null): Promise<void> {
    await this.rows.updateMany({
      where: { streamKey },
      data: { plannedFor: planned?.day ?? null, plannedBy: planned?.position ?? null },
    });
  }

  /**
   * Records that somebody published what is planned before its day, or took it offline again. It stays planned: on
   * its day the service's word counts. Joins the caller's transaction.
   */
  async recordPublished(streamKey: string, isPublished: boolean): Promise<void> {
    await table(this.strapi, TABLES.stream)
      .where(columns({ streamKey }))
      .update(columns({ publishedAhead: isPublished ? this.plannedBy : null }));
  }

  /** The next day for which an article is planned; null when none is. */
  async nextDay(): Promise<string | null> {
    const row = await this.rows.findOne({
      select: ['plannedFor'],
      where: { plannedFor: { $notNull: true } },
      orderBy: { plannedFor: 'asc' },
    });
    return row?.plannedFor ?? null;
  }

  /** All streams whose articles go online on a day that has not come, the earliest day first. */
  async all(): Promise<{ streamKey: string; plannedFor: string }[]> {
    const found = await findRows(
      this.strapi,
      TABLES.stream,
      ['streamKey', 'plannedFor'],
      (streams) => this.toCome(streams).orderBy(['planned_for', 'id']),
    );
    return having(found, 'plannedFor');
  }

  /** How many articles go online on a day that has not come. */
  count(): Promise<number> {
    return countIn(this.toCome(table(this.strapi, TABLES.stream)));
  }

  /**
   * Makes pending what is to be published by now: the earliest day's, and the next day's once that is
   * done, so that a site that was down goes through the days in turn. Of several instances, one does it
   * for each stream: the plan goes with it, in one transaction.
   * @param lastDay the last planned day that has come, `YYYY-MM-DD`.
   * @returns whether there was anything.
   */
  async pend(lastDay: string): Promise<boolean> {
    const day = await this.nextDay();
    if (day === null || day > lastDay || (await this.isEarlierPending())) return false;
    const due = await this.rows.findMany({
      select: ['streamKey', 'plannedFor', 'plannedBy'],
      where: { plannedFor: day },
      limit: MAX_AT_ONCE,
    });
    for (const { streamKey, plannedFor, plannedBy } of having(due, 'plannedFor', 'plannedBy')) {
      await inTransaction(this.strapi, async ({ trx }) => {
        const taken = await table(this.strapi, TABLES.stream, trx)
          .where({ stream_key: streamKey, planned_for: plannedFor, planned_by: plannedBy })
          .update({ planned_for: null });
        if (taken === 0) return;
        await rows(this.strapi, TABLES.delivery).updateMany({
          where: { id: plannedBy, state: { $ne: 'quarantined' } },
          data: { state: 'pending', ...storedReason(null), failures: 0, nextAttemptAt: null },
        });
        debugPoint('before-planned');
      });
      debugPoint('after-planned');
    }
    return true;
  }

  /**
   * Whether something that was taken up for its day is still to be projected: such a stream names the
   * delivery, but no day any more.
   */
  private async isEarlierPending(): Promise<boolean> {
    const stream = this.strapi.db.metadata.get(TABLES.stream).tableName;
    const delivery = this.strapi.db.metadata.get(TABLES.delivery).tableName;
    const found: unknown = await table(this.strapi, TABLES.delivery)
      .join(stream, `${stream}.planned_by`, `${delivery}.id`)
      .where(`${delivery}.state`, 'pending')
      .whereNull(`${stream}.planned_for`)
      .first(`${stream}.id`);
    return found !== undefined;
  }

  /** Those of the streams that are planned and that nobody has published before their day. */
  private toCome(streams: Knex.QueryBuilder): Knex.QueryBuilder {
    return streams.whereNotNull('planned_for').where((one) => {
      void one.whereNull('published_ahead').orWhere('published_ahead', '<>', this.plannedBy);
    });
  }

  private get plannedBy(): Knex.Ref<string, Record<string, string>> {
    return this.strapi.db.connection.ref('planned_by');
  }

  /** The days for which streams are planned, by the position of the delivery that is to be published. */
  async days(streamKeys: readonly string[]): Promise<Map<number, string>> {
    const found = await findRows(
      this.strapi,
      TABLES.stream,
      ['plannedFor', 'plannedBy'],
      (streams) => this.toCome(streams).whereIn('stream_key', [...streamKeys]),
    );
    return new Map(
      having(found, 'plannedFor', 'plannedBy').map(({ plannedFor, plannedBy }) => [
        plannedBy,
        plannedFor,
      ]),
    );
  }
}

const MAX_AT_ONCE = 100;
