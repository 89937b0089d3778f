import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { readMetrics } from '../../views/overview/metrics';

/** The metrics for Prometheus: for administrators, and for monitors with an API token. */
export default ({ strapi }: { strapi: Core.Strapi }) => {
  const answer = async (ctx: Context): Promise<void> => {
    const metrics = await readMetrics(strapi);
    if (!metrics) return void ctx.notFound('the figures are turned off (metrics.enabled)');
    ctx.set('Content-Type', metrics.type);
    ctx.set('Cache-Control', 'no-store');
    ctx.body = metrics.text;
  };
  return { show: (ctx: Context) => answer(ctx), scrape: (ctx: Context) => answer(ctx) };
};
