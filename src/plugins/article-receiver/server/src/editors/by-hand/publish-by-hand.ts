import type { Core } from '@strapi/types';
import { inTransaction } from '../../database/transaction';
import { ledgerOf } from '../../ledger/ledger';
import { refreshAttention } from '../../entries/attention';
import { publishedSlug } from '../../entries/entry-slugs';
import { isDoneIn } from '../../entries/locales/locales';
import { mappingOf } from '../../entries/mapping-of';
import { NO_CONTENT } from '../../projection/article/plan-article';
import type { StreamState } from '../../projection/article/stream-state';
import type { NamedLocales } from '../../strapi/watch-documents';
import { lookAgain } from '../look-again';
import { underLock } from '../under-lock';
import { withoutPublication } from '../without-publication';

/** An editor's action that may settle what a publication waits for. */
export interface ByHand {
  documentId: string;
  action: 'publish' | 'unpublish' | 'discardDraft' | 'delete';
  /** In which locales. */
  locale: NamedLocales;
}

/**
 * Publishes or unpublishes an article for an editor. That also decides on a publication that Strapi refused, unless
 * it is about a translation. Both in one transaction: what they saved before could let that publication go out.
 */
export const publishByHand = <Result>(
  strapi: Core.Strapi,
  { documentId, action, locale }: ByHand,
  publish: () => Promise<Result>,
): Promise<Result> =>
  underLock(strapi, documentId, async (locked) => {
    const before = locked && (await slugForReaders(strapi, documentId, locked.stream));
    const result = await publish();
    if (!locked || !(await isDoneIn(strapi, locale, locked.stream.locale))) return result;
    const { planned, streams } = ledgerOf(strapi);
    // What was saved to be published is known by now.
    const stream = await streams.lock(locked.trx, locked.stream.streamKey);
    const known = stream.refused ? withoutPublication(stream) : stream;
    const isPublished = action === 'publish';
    const slug = isPublished ? await slugFrom(strapi, documentId, locked.stream, before) : before;
    const now = isPublished ? published(known) : { ...known, isByHand: false };
    // Whoever does it knows what the service has said so far.
    const heededPosition = known.wordPosition;
    await streams.save({ ...now, heededPosition, publishedSlug: slug }, stream);
    await planned.recordPublished(stream.streamKey, isPublished);
    return result;
  });

/** The slug under which readers find an article, or found it last; null where nobody ever did. */
async function slugForReaders(
  strapi: Core.Strapi,
  documentId: string,
  { targetUid, locale, publishedSlug: last }: StreamState,
): Promise<string | null> {
  const mapping = mappingOf(strapi);
  if (targetUid !== mapping.uid || !mapping.draftAndPublish) return last;
  return (await publishedSlug(strapi, { mapping, locale }, documentId)) ?? last;
}

/** The slug under which readers find an article that was just published; one that they knew before becomes a former one. */
async function slugFrom(
  strapi: Core.Strapi,
  documentId: string,
  stream: StreamState,
  before: string | null,
): Promise<string | null> {
  const { slugs } = ledgerOf(strapi);
  const now = await slugForReaders(strapi, documentId, stream);
  if (before !== null && before !== now) {
    await slugs.watch(stream.streamKey, [{ slug: before, wasKnown: true }]);
    await slugs.mark(stream.streamKey, before);
  }
  return now;
}

/** The state of a stream whose article a person has published: from now on readers know its address. */
const published = (stream: StreamState): StreamState => ({
  ...stream,
  isByHand: true,
  unmapped: [],
  publishedFingerprint: stream.publishedFingerprint ?? NO_CONTENT,
});

/**
 * Looks at an article again after an editor published, unpublished or deleted it, or discarded their changes.
 * Publishing and unpublishing decide on a held publication; discarded changes make way for the feed's newest
 * values; a deleted article is not to be published.
 * @returns the stream to run; null when nothing came of it.
 */
export async function settleByHand(
  strapi: Core.Strapi,
  { documentId, action, locale }: ByHand,
): Promise<string | null> {
  const ledger = ledgerOf(strapi);
  const streamKey = await ledger.documents.streamOf(documentId);
  if (streamKey === null) return null;
  return inTransaction(strapi, async ({ trx }) => {
    const stream = await ledger.streams.lock(trx, streamKey);
    const { hold, refused } = stream;
    const waiting = hold ?? refused;
    if (!waiting) {
      const isChanged = action === 'discardDraft' && (await lookAgain(strapi, streamKey));
      return isChanged ? streamKey : null;
    }
    const isDecision = action === 'publish' || action === 'unpublish';
    if (isDecision && !(await isDoneIn(strapi, locale, stream.locale))) return null;
    if (hold && isDecision) await ledger.streams.save(withoutPublication(stream));
    await ledger.deliveries.pendAgain(waiting.position);
    await refreshAttention(strapi, streamKey);
    return streamKey;
  });
}
