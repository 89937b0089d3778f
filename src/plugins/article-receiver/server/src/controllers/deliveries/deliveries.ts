import { Readable } from 'node:stream';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type {
  ChangedDelivery,
  DeliveryPage,
  LeftOut,
  ListedDetail,
} from '../../../../shared/deliveries/deliveries';
import { reasonOf, toldReason } from '../../../../shared/deliveries/reasons';
import type { Refusal } from '../../../../shared/decisions/refusals';
import { eventLogOf } from '../../event-log/event-log';
import { parseIssues, type DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { ledgerOf } from '../../ledger/ledger';
import {
  pageByKeyset,
  pageOfDeliveries,
  type DeliveryQuery,
  type KeysetQuery,
} from '../../views/deliveries/deliveries-page';
import { summariesOf } from '../../views/deliveries/delivery-summary';
import { EXPORT_FORMATS, exportedLog } from '../../views/deliveries/export-log';
import { detailOf } from '../../views/deliveries/delivery-detail';
import { askAgain } from '../../run/by-hand/ask-again';
import { leave } from '../../run/by-hand/leave';
import { discard, redrive } from '../../run/by-hand/redrive';
import { getService } from '../../services/get-service';
import { mayOpen } from '../article-access';
import { writeCursor } from './cursor';
import { deliverySelection, parseDeliveryQuery, whereOf } from './delivery-query';
import { administratorName, bodyOf, inputFault, refuse } from '../request';

const DROPPED = 'retention dropped this body, or the bytes of its images';

const reason = z.string().trim().min(1).max(500);
const discardInput = z.strictObject({ reason });
const leaveInput = z.strictObject({
  ids: z.array(z.string().max(255)).min(1).max(100),
  /** Asked for where one of them is quarantined. */
  reason: reason.optional(),
});
const exportQuery = deliverySelection.extend({ format: z.enum(EXPORT_FORMATS).default('ndjson') });

/** The delivery that the address names; answers 404 when there is none. */
async function requestedDelivery(strapi: Core.Strapi, ctx: Context): Promise<DeliveryRow | null> {
  const row = await ledgerOf(strapi).deliveries.find(String(ctx.params.deliveryId));
  if (!row) ctx.notFound('there is no delivery with this id');
  return row;
}

async function answerTo(
  strapi: Core.Strapi,
  ctx: Context,
  query: DeliveryQuery | KeysetQuery,
): Promise<DeliveryPage> {
  const listed = async (rows: readonly DeliveryRow[]) =>
    mayOpen(strapi, ctx, await summariesOf(strapi, rows));
  const { pageSize } = query;
  if ('from' in query) {
    const { rows, next, previous } = await pageByKeyset(strapi, query);
    return {
      results: await listed(rows),
      pagination: { pageSize, next: writeCursor(next), previous: writeCursor(previous) },
    };
  }
  const { rows, total, next } = await pageOfDeliveries(strapi, query);
  const pageCount = Math.ceil(total / pageSize);
  return {
    results: await listed(rows),
    pagination: { page: query.page, pageSize, pageCount, total, next: writeCursor(next) },
  };
}

const isToDiscard = ({ state, discardedAt }: DeliveryRow): boolean =>
  state === 'quarantined' && discardedAt === null;

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const parsed = parseDeliveryQuery(ctx.query);
    if (!parsed.ok) return inputFault(ctx, parsed.error);
    ctx.body = (await answerTo(strapi, ctx, parsed.value)) satisfies DeliveryPage;
  },

  /** `?format=csv`, or `ndjson`: all that match, a line each. */
  export(ctx: Context): void {
    const parsed = exportQuery.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const day = new Date().toISOString().slice(0, 10);
    const { format } = parsed.data;
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    ctx.set('Content-Type', `${type}; charset=utf-8`);
    ctx.set('Content-Disposition', `attachment; filename="deliveries-${day}.${format}"`);
    ctx.set('X-Content-Type-Options', 'nosniff');
    const lines = exportedLog(strapi, whereOf(parsed.data), format);
    ctx.body = Readable.from(lines, { objectMode: false }) satisfies Readable;
  },

  async findOne(ctx: Context): Promise<void> {
    const row = await requestedDelivery(strapi, ctx);
    if (!row) return;
    const [shown] = await mayOpen(strapi, ctx, [await detailOf(strapi, row)]);
    ctx.body = shown satisfies ListedDetail | undefined;
  },

  /** The body exactly as it was received. As a download, so that nothing in it runs in the admin. */
  async body(ctx: Context): Promise<void> {
    const row = await requestedDelivery(strapi, ctx);
    if (!row) return;
    const bytes = await eventLogOf(strapi).body(row.id);
    if (!bytes) return void ctx.gone(DROPPED, { reason: 'body-dropped' satisfies Refusal });
    const isJson = parseIssues(row.issues).length === 0 || row.state !== 'quarantined';
    ctx.set('Content-Type', isJson ? 'application/json' : 'application/octet-stream');
    ctx.set('Content-Disposition', `attachment; filename="${row.deliveryId}.json"`);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.body = bytes satisfies Buffer;
  },

  /** Decides against a quarantined delivery: it stays in the log and asks for nobody any more. */
  async discard(ctx: Context): Promise<void> {
    const row = await requestedDelivery(strapi, ctx);
    if (!row) return;
    const input = discardInput.safeParse(bodyOf(ctx));
    if (!input.success) return inputFault(ctx, input.error);
    if (row.state !== 'quarantined') {
      return refuse(ctx, 'not-quarantined', `the delivery is ${row.state}, not quarantined`);
    }
    const name = administratorName(ctx);
    const reason = reasonOf('discarded', { name, reason: input.data.reason });
    if (!(await discard(strapi, row, reason, name))) {
      const now = await ledgerOf(strapi).deliveries.find(row.deliveryId);
      return now?.state === 'quarantined'
        ? refuse(ctx, 'left-out', 'somebody left the delivery out already')
        : refuse(ctx, 'taken-in', 'the delivery was taken in meanwhile');
    }
    const discarded = { deliveryId: row.deliveryId, state: row.state, ...toldReason(reason) };
    ctx.body = discarded satisfies ChangedDelivery;
  },

  /** Leaves a parked delivery as it is: it asks for nobody any more, until somebody redrives it. */
  async leave(ctx: Context): Promise<void> {
    const row = await requestedDelivery(strapi, ctx);
    if (!row) return;
    if (!(await leave(strapi, row, administratorName(ctx)))) {
      return refuse(ctx, 'not-parked', `the delivery is ${row.state}, not parked`);
    }
    getService(strapi, 'runner').kick(row.streamKey);
    ctx.status = 202;
    ctx.body = { deliveryId: row.deliveryId, state: 'pending' } satisfies ChangedDelivery;
  },

  /** The same for several: what is quarantined is discarded, what is parked left as it is. */
  async leaveMany(ctx: Context): Promise<void> {
    const input = leaveInput.safeParse(bodyOf(ctx));
    if (!input.success) return inputFault(ctx, input.error);
    const name = administratorName(ctx);
    const rows: DeliveryRow[] = [];
    for (const id of new Set(input.data.ids)) {
      const row = await ledgerOf(strapi).deliveries.find(id);
      if (row) rows.push(row);
    }
    const { reason: why } = input.data;
    if (why === undefined && rows.some(isToDiscard)) {
      return void ctx.badRequest('reason: expected why, because some of them are quarantined');
    }
    const results: LeftOut[] = [];
    for (const row of rows) {
      const { deliveryId, streamKey } = row;
      if (isToDiscard(row)) {
        const reason = reasonOf('discarded', { name, reason: why ?? '' });
        const isDiscarded = await discard(strapi, row, reason, name);
        results.push({ deliveryId, outcome: isDiscarded ? 'discarded' : 'not' });
        continue;
      }
      const isLeft = await leave(strapi, row, name);
      if (isLeft) getService(strapi, 'runner').kick(streamKey);
      results.push({ deliveryId, outcome: isLeft ? 'left' : 'not' });
    }
    ctx.body = { results } satisfies { results: LeftOut[] };
  },

  async redrive(ctx: Context): Promise<void> {
    const row = await requestedDelivery(strapi, ctx);
    if (!row) return;
    await askAgain(strapi, row, administratorName(ctx));
    const state = await redrive(strapi, row, { restoreDeleted: true });
    getService(strapi, 'runner').kick(row.streamKey);
    ctx.status = 202;
    ctx.body = { deliveryId: row.deliveryId, state } satisfies ChangedDelivery;
  },
});
