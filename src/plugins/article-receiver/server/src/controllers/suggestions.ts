import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type { SuggestionSummary } from '../../../shared/suggestions';
import {
  acceptSuggestion,
  currentValue,
  rejectSuggestion,
  type Decision,
} from '../content/decide-suggestion';
import { referenceLabels } from '../content/reference-labels';
import { deliveryIdAt } from '../event-log/deliveries';
import { findSuggestions, type Suggestion } from '../ledger/suggestions';
import { administratorName, inputFault, rowId } from './request';

const filter = z.object({
  documentId: z.string().max(255).optional(),
  state: z.enum(['open', 'accepted', 'rejected', 'superseded', 'gone']).optional(),
});

export default ({ strapi }: { strapi: Core.Strapi }) => {
  async function toSummary(suggestion: Suggestion): Promise<SuggestionSummary> {
    const { id, documentId, field, value, state, decidedAt, decidedBy } = suggestion;
    const current = await currentValue(strapi, suggestion);
    return {
      id,
      documentId,
      field,
      value,
      current,
      labels: await referenceLabels(strapi, field, [value, current]),
      deliveryId: await deliveryIdAt(strapi, suggestion.deliveryPosition),
      state,
      createdAt: new Date(suggestion.createdAt).toISOString(),
      decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
      decidedBy,
    };
  }

  async function answer(ctx: Context, { ok, suggestion }: Decision): Promise<void> {
    if (!suggestion) return void ctx.notFound('there is no suggestion with this id');
    if (!ok) return void ctx.conflict(`the suggestion is ${suggestion.state}, not open`);
    ctx.body = { data: await toSummary(suggestion) };
  }

  return {
    /** `?documentId=…&state=open`: newest first. */
    async find(ctx: Context): Promise<void> {
      const parsed = filter.safeParse(ctx.query);
      if (!parsed.success) return inputFault(ctx, parsed.error);
      const found = await findSuggestions(strapi, parsed.data);
      const results: SuggestionSummary[] = [];
      for (const suggestion of found) results.push(await toSummary(suggestion));
      ctx.body = { results };
    },

    async accept(ctx: Context): Promise<void> {
      const id = rowId(ctx.params.id);
      await answer(ctx, await acceptSuggestion(strapi, id, administratorName(ctx)));
    },

    async reject(ctx: Context): Promise<void> {
      const id = rowId(ctx.params.id);
      await answer(ctx, await rejectSuggestion(strapi, id, administratorName(ctx)));
    },
  };
};
