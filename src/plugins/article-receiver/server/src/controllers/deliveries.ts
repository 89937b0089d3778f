import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import type { DeliverySummary, Pagination } from '../../../shared/deliveries';
import { exactBody } from '../event-log/bodies';
import { findDelivery, parseIssues, type DeliveryRow } from '../event-log/deliveries';
import { pageOfDeliveries } from '../event-log/delivery-page';
import { detailOf, summariesOf } from '../ledger/delivery-summary';
import { redrive } from '../runner/redrive';
import { getService } from '../services/get-service';
import { parseDeliveryQuery } from './delivery-query';

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
    const bytes = await exactBody(strapi, row.id);
    const isJson = parseIssues(row.issues).length === 0 || row.state !== 'quarantined';
    ctx.set('Content-Type', isJson ? 'application/json' : 'application/octet-stream');
    ctx.set('Content-Disposition', `attachment; filename="${row.deliveryId}.json"`);
    ctx.set('X-Content-Type-Options', 'nosniff');
    ctx.body = bytes;
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
