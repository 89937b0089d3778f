import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Alert, News } from '../../../../shared/settings/settings';
import type { Options } from '../../config/options';
import type { DeliveryState } from '../../../../shared/deliveries/deliveries';
import type { ReasonCode } from '../../../../shared/deliveries/reasons';
import { TABLES } from '../../database/tables';
import { rows, type RowOf } from '../../database/rows';
import { columns, table } from '../../database/sql';
import { takeLocks } from '../../database/locks';
import { inTransaction } from '../../database/transaction';
import { activityOf } from '../../pace/activity';

const DAY_MS = 24 * 60 * 60_000;

/** Something that people may want to be told of, written down with the change that it is about. */
export type AlertRow = RowOf<typeof TABLES.alert>;

/** What people may want to be told of. */
export class Alerts {
  constructor(private readonly strapi: Core.Strapi) {}

  /** Writes an alert down, in the transaction of the change itself. */
  async record(
    trx: Knex.Transaction,
    alert: {
      kind: Alert | News;
      deliveryPosition?: number;
      suggestionId?: number;
      details?: string | null;
    },
  ): Promise<void> {
    await table(this.strapi, TABLES.alert, trx).insert(
      columns({ ...alert, createdAt: Date.now() }),
    );
    activityOf(this.strapi).note();
  }

  /**
   * Writes down what is about the whole site, unless that was within the last day, by whichever instance.
   * @returns whether it was written down.
   */
  async recordOnceADay(kind: Alert, details: string | null = null): Promise<boolean> {
    return inTransaction(this.strapi, async ({ trx }) => {
      await takeLocks(this.strapi, trx, [kind]);
      const now = Date.now();
      // One of days to come is by a clock that was wrong.
      const known: unknown = await table(this.strapi, TABLES.alert, trx)
        .where({ kind })
        .whereBetween('created_at', [now - DAY_MS, now + DAY_MS])
        .first('id');
      if (known !== undefined) return false;
      await this.record(trx, { kind, details });
      return true;
    });
  }

  /** Writes news down, where the site wants them told, in the transaction of the change itself. */
  async recordNews(
    trx: Knex.Transaction,
    { alerts: { news } }: Pick<Options, 'alerts'>,
    {
      kind,
      deliveryPosition,
      moved,
    }: { kind: News; deliveryPosition: number; moved?: StateMove | null },
  ): Promise<void> {
    if (!news.includes(kind)) return;
    const details = moved ? JSON.stringify(moved) : null;
    await this.record(trx, { kind, deliveryPosition, details });
  }

  /**
   * Puts a delivery into a state and writes an alert down if it was in another one before, or in this one for
   * another reason than `code`, where that is given: then there is something else to decide. The database
   * decides which of two that do so at once changed it. Joins the caller's transaction.
   */
  async enterState(
    position: number,
    state: Extract<DeliveryState, Alert>,
    code?: ReasonCode,
  ): Promise<void> {
    const reason = code === undefined ? {} : columns({ reasonCode: code });
    await inTransaction(this.strapi, async ({ trx }) => {
      const entered: number = await table(this.strapi, TABLES.delivery, trx)
        .where({ id: position })
        .where((row) => {
          void row.whereNot({ state });
          if (code !== undefined) void row.orWhereNull('reason_code').orWhereNot(reason);
        })
        .update({ state, ...reason });
      if (entered > 0) await this.record(trx, { kind: state, deliveryPosition: position });
    });
  }

  private get rows() {
    return rows(this.strapi, TABLES.alert);
  }

  /** Alerts that have not been sent yet, the oldest first. */
  async unsent(limit: number): Promise<AlertRow[]> {
    return this.rows.findMany({
      where: { emittedAt: { $null: true } },
      orderBy: { id: 'asc' },
      limit,
    });
  }

  /** @param how.isMailed whether nobody is to get mail about them. */
  async markEmitted(
    ids: readonly number[],
    { isMailed, trx }: { isMailed: boolean; trx: Knex.Transaction },
  ): Promise<void> {
    if (ids.length === 0) return;
    const now = Date.now();
    await table(this.strapi, TABLES.alert, trx)
      .whereIn('id', [...ids])
      .update(columns({ emittedAt: now, ...(isMailed ? { mailedAt: now } : {}) }));
  }

  /** Alerts about which mail is to be sent, the oldest first. */
  async unmailed(limit: number): Promise<AlertRow[]> {
    return this.rows.findMany({
      where: { mailedAt: { $null: true }, emittedAt: { $notNull: true } },
      orderBy: { id: 'asc' },
      limit,
    });
  }

  async markMailed(ids: readonly number[]): Promise<void> {
    await table(this.strapi, TABLES.alert)
      .whereIn('id', [...ids])
      .update(columns({ mailedAt: Date.now() }));
  }

  /** Forgets alerts that are done with. @param before epoch ms. */
  async prune(before: number): Promise<void> {
    await table(this.strapi, TABLES.alert)
      .where('created_at', '<', before)
      .whereNotNull('emitted_at')
      .whereNotNull('mailed_at')
      .delete();
  }
}

/** The slugs of an article whose address changed. */
export interface StateMove {
  from: string;
  to: string;
}
