import type { Core } from '@strapi/types';
import { UIDS } from '../../content-types/uids';
import { flaggedArticles } from '../../entries/attention';
import { alongside } from '../../run-context/alongside';
import { waitingEntries } from '../../views/overview/waiting';
import { deciderOf } from './waiting';

/** What somebody may decide is asked for by queries, too, with the conditions of their permissions. */
const asking = alongside<true>();

/** Where the Content Manager lists articles. */
const LIST = `/content-manager/collection-types/${UIDS.article}`;
const LISTING = new Set(['findMany', 'count']);

/** Whether a query asks for the articles in which something waits. */
function asksForWaiting(filters: unknown): boolean {
  if (Array.isArray(filters)) return filters.some(asksForWaiting);
  if (typeof filters !== 'object' || filters === null) return false;
  return Object.entries(filters).some(([key, value]) =>
    key === '$and' ? asksForWaiting(value) : key === 'needsAttention' && isTrue(value),
  );
}

function isTrue(condition: unknown): boolean {
  const value =
    typeof condition === 'object' && condition !== null && '$eq' in condition
      ? condition.$eq
      : condition;
  return value === true || value === 'true';
}

/**
 * Of the articles whose flag says that something waits, those that are some entries: by these, or by the others
 * where they are fewer. All that waits may be more than one statement can name, and mostly it is for whoever asks.
 */
async function among(strapi: Core.Strapi, entries: ReadonlySet<string>): Promise<object> {
  const others = (await flaggedArticles(strapi)).filter((documentId) => !entries.has(documentId));
  return others.length < entries.size ? { $notIn: others } : { $in: [...entries] };
}

/**
 * In the list of articles, "waiting for you" leaves over what waits for whoever asks, like the page of
 * that name: `needsAttention` itself says that something waits for somebody.
 */
export function narrowWaitingList(strapi: Core.Strapi): void {
  strapi.documents.use(async (context, next) => {
    const isListing = context.uid === UIDS.article && LISTING.has(context.action);
    if (!isListing || asking.get()) return next();
    const ctx = strapi.requestContext.get();
    const params = context.params as { filters?: object };
    if (ctx?.path !== LIST || !asksForWaiting(params.filters)) return next();
    const entries = await asking.run(true, () => waitingEntries(strapi, deciderOf(strapi, ctx)));
    params.filters = { $and: [params.filters, { documentId: await among(strapi, entries) }] };
    return next();
  });
}
