import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { DeliverySummary, Pagination } from '../../../shared/deliveries';
import { BodyDropped, exactBody } from '../event-log/bodies';
import { findDelivery, parseIssues, type DeliveryRow } from '../event-log/deliveries';
import { pageOfDeliveries } from '../event-log/delivery-page';
import { detailOf, summariesOf } from '../ledger/delivery-summary';
import { discard, redrive } from '../runner/redrive';
import { getService } from '../services/get-service';
import { parseDeliveryQuery } from './delivery-query';
import { administratorName, inputFault } from './request';

const discardInput = z.strictObject({ reason: z.string().trim().min(1).max(500) });

/** The delivery that the address names; answers 404 when there is none. */
async function requestedDelivery(strapi: Core.Strapi, ctx: Context): Promise<DeliveryRow | null> {
  const row = await findDelivery(strapi, String(ctx.params.deliveryId));
  if (!row) ctx.notFound('there is no delivery with this id');
  return row;
}

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  async find(ctx: Context): Promise<void> {
    const parsed = parseDeliveryQuery(ctx.query);
    if (!parsed.ok) {
      const [first] = parsed.issues;
      ctx.badRequest(`${first?.path}: ${first?.message}`, { issues: parsed.issues });
      return;
    }
    const { query } = parsed;
    const { rows, total } = await pageOfDeliveries(strapi, query);
    const { page, pageSize } = query;
    ctx.body = {
      results: await summariesOf(strapi, rows),
      pagination: { page, pageSize, pageCount: Math.ceil(total / pageSize), total },
    } satisfies { results: DeliverySummary[]; pagination: Pagination };
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
