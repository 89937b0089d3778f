import type { Core } from '@strapi/types';
import type { Context } from 'koa';
import { z } from 'zod';
import type {
  DecidedSuggestion,
  SuggestionSummary,
  TakenSlug,
} from '../../../../shared/decisions/suggestions';
import {
  acceptSuggestion,
  currentValue,
  rejectSuggestion,
  type SuggestionDecision,
} from '../../editors/decisions/decide-suggestion';
import type { SlugHolder } from '../../entries/entry-slugs';
import { mappingOf } from '../../entries/mapping-of';
import { mayTell } from '../../entries/readable';
import { fingerprint } from '../../projection/merge/fingerprint';
import { referenceLabels } from '../../views/article/reference-labels';
import type { Suggestion } from '../../ledger/people/suggestions';
import { ledgerOf } from '../../ledger/ledger';
import { getService } from '../../services/get-service';
import { articleAccess, isThere, NOT_THERE, readableIn } from '../article-access';
import {
  administratorName,
  bodyOf,
  changedMeanwhile,
  inputFault,
  refuse,
  rowId,
  rowNumber,
} from '../request';

const filter = z.object({
  documentId: z.string().max(255).optional(),
  state: z.enum(['open', 'accepted', 'rejected', 'superseded', 'gone']).optional(),
});

/** What stands for a value of a draft that somebody saw. */
const seen = z.string().max(255);

const oneInput = z.strictObject({ seen: seen.optional() });

const manyInput = z.strictObject({
  /** By the id of the suggestion. */
  seen: z.record(z.string(), seen).optional(),
  ids: z.array(rowNumber).min(1).max(200),
  decision: z.enum(['accept', 'reject']),
});

type Refused = Exclude<SuggestionDecision, { ok: true }>;

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
      seen: fingerprint(current),
      labels: await referenceLabels(strapi, field, [value, current]),
      deliveryId: await ledgerOf(strapi).deliveries.idAt(suggestion.deliveryPosition),
      state,
      createdAt: new Date(suggestion.createdAt).toISOString(),
      decidedAt: decidedAt === null ? null : new Date(decidedAt).toISOString(),
      decidedBy,
    };
  }

  async function answer(ctx: Context, decision: SuggestionDecision): Promise<void> {
    if (!decision.ok) return refused(ctx, decision);
    // The slug that it had may be what another article waits for.
    getService(strapi, 'runner').kick();
    const data = await toSummary(decision.suggestion);
    ctx.body = { data } satisfies { data: SuggestionSummary };
  }

  async function refused(ctx: Context, decision: Refused): Promise<void> {
    switch (decision.why) {
      case 'missing':
        return void ctx.notFound('there is no suggestion with this id');
      case 'closed':
        return refuse(ctx, 'not-open', 'the suggestion is not open any more');
      case 'otherType':
        return refuse(ctx, 'other-type', 'the site has its articles in another content type now');
      case 'changed':
        return changedMeanwhile(ctx, [decision.suggestion.field]);
      case 'slugTaken': {
        const taken = await takenSlug(ctx, decision.suggestion, decision.takenBy);
        const name = taken.title ?? taken.documentId;
        const holder = name === null ? '' : `: ${name}`;
        return refuse(
          ctx,
          'slug-taken',
          `another article has the slug "${taken.slug}"${holder}`,
          taken,
        );
      }
    }
  }

  /** A slug that is taken, with what whoever asks may read of the entry that has it: it may be none of theirs. */
  async function takenSlug(
    ctx: Context,
    { value, streamKey }: Suggestion,
    { documentId, title }: SlugHolder,
  ): Promise<TakenSlug> {
    const slug = String(value);
    const own = (await ledgerOf(strapi).documents.of([streamKey])).get(streamKey);
    const holder = { contentType: mappingOf(strapi).uid, locale: own?.locale ?? null, documentId };
    const mayRead = await readableIn(articleAccess(strapi, ctx))([holder]);
    if (!mayRead(documentId)) return { slug, documentId: null, title: null };
    return { slug, documentId, title: mayTell(strapi, mayRead, holder, 'title') ? title : null };
  }

  /** Those of some suggestions on which whoever asks may decide: by their article, and field. */
  async function decidable(ctx: Context, all: Suggestion[]): Promise<Suggestion[]> {
    const documents = await ledgerOf(strapi).documents.of([
      ...new Set(all.map((one) => one.streamKey)),
    ]);
    const mayChange = await articleAccess(strapi, ctx).fieldsOf('update', [...documents.values()]);
    return all.filter(({ documentId, field }) => mayChange(documentId, field));
  }

  /** Why whoever asks may not decide on a suggestion: its article may be gone by now. */
  async function whyNot(
    ctx: Context,
    { streamKey, field }: Suggestion,
  ): Promise<'forbidden' | 'gone' | null> {
    const document = (await ledgerOf(strapi).documents.of([streamKey])).get(streamKey);
    if (!document) return 'gone';
    if (await articleAccess(strapi, ctx).may('update', document, field)) return null;
    return (await isThere(strapi, document)) ? 'forbidden' : 'gone';
  }

  async function decide(ctx: Context, carryOut: typeof acceptSuggestion): Promise<void> {
    const parsed = oneInput.safeParse(bodyOf(ctx));
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const id = rowId(ctx.params.id);
    const [suggestion] = await ledgerOf(strapi).suggestions.find({ id });
    if (!suggestion) return answer(ctx, { ok: false, why: 'missing' });
    const { field } = suggestion;
    const fault = await whyNot(ctx, suggestion);
    if (fault === 'gone') return void ctx.notFound(NOT_THERE);
    if (fault === 'forbidden') {
      return void ctx.forbidden(`you may not change ${field} of this article`, { field });
    }
    await answer(ctx, await carryOut(strapi, id, administratorName(ctx), parsed.data.seen));
  }

  async function outcomeOf(
    ctx: Context,
    id: number,
    decision: SuggestionDecision,
  ): Promise<DecidedSuggestion> {
    if (decision.ok) return { id, outcome: 'decided' };
    if (decision.why === 'changed') return { id, outcome: 'changed' };
    if (decision.why !== 'slugTaken') return { id, outcome: 'gone' };
    const taken = await takenSlug(ctx, decision.suggestion, decision.takenBy);
    return { id, outcome: 'slugTaken', taken };
  }

  /** On several at once, in their order; what somebody may not decide on is left out and said. */
  async function decideMany(ctx: Context): Promise<void> {
    const parsed = manyInput.safeParse(bodyOf(ctx));
    if (!parsed.success) return inputFault(ctx, parsed.error);
    const { ids, decision: wanted } = parsed.data;
    const carryOut = wanted === 'accept' ? acceptSuggestion : rejectSuggestion;
    const results: DecidedSuggestion[] = [];
    for (const id of ids) {
      const [found] = await ledgerOf(strapi).suggestions.find({ id });
      const fault = found ? await whyNot(ctx, found) : 'gone';
      if (fault !== null) results.push({ id, outcome: fault });
      else {
        const { seen } = parsed.data;
        const decision = await carryOut(strapi, id, administratorName(ctx), seen?.[id]);
        results.push(await outcomeOf(ctx, id, decision));
      }
    }
    ctx.body = { results } satisfies { results: DecidedSuggestion[] };
  }

  return {
    /** `?documentId=…&state=open`: newest first. Of articles that whoever asks may change. */
    async find(ctx: Context): Promise<void> {
      const parsed = filter.safeParse(ctx.query);
      if (!parsed.success) return inputFault(ctx, parsed.error);
      const found = await decidable(ctx, await ledgerOf(strapi).suggestions.find(parsed.data));
      const results: SuggestionSummary[] = [];
      for (const suggestion of found) results.push(await toSummary(suggestion));
      ctx.body = { results } satisfies { results: SuggestionSummary[] };
    },

    accept: (ctx: Context) => decide(ctx, acceptSuggestion),
    reject: (ctx: Context) => decide(ctx, rejectSuggestion),
    decide: decideMany,
  };
};
