import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Alert, News } from '../../../shared/settings';
import type { Options } from '../config/options';
import type { DeliveryState } from '../../../shared/deliveries';
import { TABLES } from '../database/models';
import { rows, type RowOf } from '../database/rows';
import { columns, table } from '../database/sql';
import { inTransaction } from '../database/transaction';
import { activityOf } from '../work/activity';

/** Something that people may want to be told of, written down with the change that it is about. */
export type AlertRow = RowOf<typeof TABLES.alert>;

/** Writes an alert down, in the transaction of the change itself. */
export async function recordAlert(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  alert: {
    kind: Alert | News;
    deliveryPosition?: number;
    suggestionId?: number;
    details?: string | null;
  },
): Promise<void> {
  await table(strapi, TABLES.alert, trx).insert(columns({ ...alert, createdAt: Date.now() }));
  activityOf(strapi).note();
}

/** The slugs of an article whose address changed. */
export interface Moved {
  from: string;
  to: string;
}

/** Writes news down, where the site wants them told, in the transaction of the change itself. */
export async function recordNews(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  { alerts: { news } }: Pick<Options, 'alerts'>,
  { kind, deliveryPosition, moved }: { kind: News; deliveryPosition: number; moved?: Moved | null },
): Promise<void> {
  if (!news.includes(kind)) return;
  const details = moved ? JSON.stringify(moved) : null;
  await recordAlert(strapi, trx, { kind, deliveryPosition, details });
}

/**
 * Puts a delivery into a state and writes an alert down if it was in another one before. The
 * database decides which of two that do so at once changed it. Joins the caller's transaction.
 */
export async function enterState(
  strapi: Core.Strapi,
  position: number,
  state: Extract<DeliveryState, Alert>,
): Promise<void> {
  await inTransaction(strapi, async ({ trx }) => {
    const entered: number = await table(strapi, TABLES.delivery, trx)
      .where({ id: position })
      .whereNot({ state })
      .update({ state });
    if (entered > 0) await recordAlert(strapi, trx, { kind: state, deliveryPosition: position });
  });
}

const alerts = (strapi: Core.Strapi) => rows(strapi, TABLES.alert);

/** Alerts that have not been sent yet, the oldest first. */
export async function unsentAlerts(strapi: Core.Strapi, limit: number): Promise<AlertRow[]> {
  return alerts(strapi).findMany({
    where: { emittedAt: { $null: true } },
    orderBy: { id: 'asc' },
    limit,
  });
}

/** @param how.isMailed whether nobody is to get mail about them. */
export async function markEmitted(
  strapi: Core.Strapi,
  ids: readonly number[],
  { isMailed, trx }: { isMailed: boolean; trx: Knex.Transaction },
): Promise<void> {
  if (ids.length === 0) return;
  const now = Date.now();
  await table(strapi, TABLES.alert, trx)
    .whereIn('id', [...ids])
    .update(columns({ emittedAt: now, ...(isMailed ? { mailedAt: now } : {}) }));
}

/** Alerts about which mail is to be sent, the oldest first. */
export async function unmailedAlerts(strapi: Core.Strapi, limit: number): Promise<AlertRow[]> {
  return alerts(strapi).findMany({
    where: { mailedAt: { $null: true }, emittedAt: { $notNull: true } },
    orderBy: { id: 'asc' },
    limit,
  });
}

export async function markMailed(strapi: Core.Strapi, ids: readonly number[]): Promise<void> {
  await table(strapi, TABLES.alert)
    .whereIn('id', [...ids])
    .update(columns({ mailedAt: Date.now() }));
}

/** Forgets alerts that are done with. @param before epoch ms. */
export async function pruneAlerts(strapi: Core.Strapi, before: number): Promise<void> {
  await table(strapi, TABLES.alert)
    .where('created_at', '<', before)
    .whereNotNull('emitted_at')
    .whereNotNull('mailed_at')
    .delete();
}
