import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { ArticleAttention } from '../../../shared/articles';
import { attentionOf } from '../ledger/attention';
import { inputFault } from './request';

const MAX_IDS = 100;

const query = z.object({
  documentIds: z
    .string()
    .transform((text) => [...new Set(text.split(',').filter((id) => id !== ''))])
    .pipe(z.array(z.string().max(255)).min(1).max(MAX_IDS)),
});

export default ({ strapi }: { strapi: Core.Strapi }) => ({
  /** `?documentIds=a,b`: what waits for a person in each of these articles. */
  async find(ctx: Context): Promise<void> {
    const parsed = query.safeParse(ctx.query);
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const results = await attentionOf(strapi, parsed.data.documentIds);
    ctx.body = { results } satisfies { results: ArticleAttention[] };
  },
});
