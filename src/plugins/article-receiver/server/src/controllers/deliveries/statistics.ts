import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { Statistics } from '../../../../shared/deliveries/statistics';
import { isTimeZone } from '../../config/time-zone';
import { statistics } from '../../views/overview/statistics';
import { inputFault } from '../request';

const query = z.object({
  days: z.coerce.number().int().min(1).max(92).default(14),
  timeZone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'expected a time zone like Europe/Berlin')
    .default('UTC'),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `?days=14&timeZone=Europe/Berlin`: deliveries by day and state. */
  async show(ctx: Context): Promise<void> {
    const parsed = query.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const counted = await statistics(strapi, { ...parsed.data, now: Date.now() });
    ctx.body = counted satisfies Statistics;
  },
});
