import { Readable } from 'node:stream';
import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { DeliverySummary, KeysetPagination, Pagination } from '../../../shared/deliveries';
import { BodyDropped, exactBody } from '../event-log/bodies';
import { findDelivery, parseIssues, type DeliveryRow } from '../event-log/deliveries';
import {
  pageByKeyset,
  pageOfDeliveries,
  pagesOfAll,
  type DeliveryQuery,
  type KeysetQuery,
  type Where,
} from '../event-log/delivery-page';
import { exportOf, summariesOf } from '../ledger/delivery-summary';
import { detailOf } from '../content/delivery-detail';
import { discard, redrive } from '../runner/redrive';
import { getService } from '../services/get-service';
import { writeCursor } from './cursor';
import { deliverySelection, parseDeliveryQuery, whereOf } from './delivery-query';
import { administratorName, inputFault } from './request';

const discardInput = z.strictObject({ reason: z.string().trim().min(1).max(500) });

/** The delivery that the address names; answers 404 when there is none. */
async function requestedDelivery(strapi: Core.Strapi, ctx: Context): Promise<DeliveryRow | null> {
  const row = await findDelivery(strapi, String(ctx.params.deliveryId));
  if (!row) ctx.notFound('there is no delivery with this id');
  return row;
}

type Answer =
  | { results: DeliverySummary[]; pagination: Pagination }
  | { results: DeliverySummary[]; pagination: KeysetPagination };

async function answerTo(strapi: Core.Strapi, query: DeliveryQuery | KeysetQuery): Promise<Answer> {
  const { pageSize } = query;
  if ('from' in query) {
    const { rows, next, previous } = await pageByKeyset(strapi, query);
    return {
      results: await summariesOf(strapi, rows),
      pagination: { pageSize, next: writeCursor(next), previous: writeCursor(previous) },
    };
  }
  const { rows, total, next } = await pageOfDeliveries(strapi, query);
  const pageCount = Math.ceil(total / pageSize);
  return {
    results: await summariesOf(strapi, rows),
    pagination: { page: query.page, pageSize, pageCount, total, next: writeCursor(next) },
  };
}

async function* exportLines(strapi: Core.Strapi, where: Where): AsyncGenerator<string> {
  for await (const rows of pagesOfAll(strapi, where)) {
    const lines = await exportOf(strapi, rows);
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  }
}

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const parsed = parseDeliveryQuery(ctx.query);
    if (!parsed.ok) return inputFault(ctx, parsed.error);
    ctx.body = await answerTo(strapi, parsed.value);
  },

  /** All that match as lines of JSON, written as they are read: the log may exceed the memory. */
  export(ctx: Context): void {
    const parsed = deliverySelection.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const day = new Date().toISOString().slice(0, 10);
    ctx.set('Content-Type', 'application/x-ndjson; charset=utf-8');
    ctx.set('Content-Disposition', `attachment; filename="deliveries-${day}.ndjson"`);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.body = Readable.from(exportLines(strapi, whereOf(parsed.data)), { objectMode: false });
  },

  async findOne(ctx: Context): Promise<void> {
    const row = await requestedDelivery(strapi, ctx);
    if (!row) return;
    ctx.body = await detailOf(strapi, row);
  },

  /** The body exactly as it was received. As a download, so that nothing in it runs in the admin. */
  async body(ctx: Context): Promise<void> {
    const row = await requestedDelivery(strapi, ctx);
    if (!row) return;
    const bytes = await exactBody(strapi, row.id).catch((error: unknown) => {
      if (error instanceof BodyDropped) return null;
      throw error;
    });
    if (!bytes) return void ctx.gone('retention dropped this body, or the bytes of its images');
    const isJson = parseIssues(row.issues).length === 0 || row.state !== 'quarantined';
    ctx.set('Content-Type', isJson ? 'application/json' : 'application/octet-stream');
    ctx.set('Content-Disposition', `attachment; filename="${row.deliveryId}.json"`);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.body = bytes;
  },

  /** Decides against a quarantined delivery: it stays in the log and asks for nobody any more. */
  async discard(ctx: Context): Promise<void> {
    const row = await requestedDelivery(strapi, ctx);
    if (!row) return;
    const input = discardInput.safeParse(ctx.request.body ?? {});
    if (!input.success) return inputFault(ctx, input.error);
    if (row.state !== 'quarantined') {
      return void ctx.conflict(`the delivery is ${row.state}, not quarantined`);
    }
    const reason = `Discarded by ${administratorName(ctx)}: ${input.data.reason}`;
    await discard(strapi, row, reason);
    ctx.body = { deliveryId: row.deliveryId, state: row.state, reason };
  },

  async redrive(ctx: Context): Promise<void> {
    const row = await requestedDelivery(strapi, ctx);
    if (!row) return;
    const state = await redrive(strapi, row);
    getService(strapi, 'runner').kick(row.streamKey);
    ctx.status = 202;
    ctx.body = { deliveryId: row.deliveryId, state };
  },
});
