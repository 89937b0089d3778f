import type { Core } from '@strapi/types';
import type { HoldDecision } from '../../../shared/articles';
import { inTransaction } from '../database/transaction';
import type { StreamState } from '../projection/article/stream-state';
import { ledgerOf } from '../ledger/ledger';
import { refreshAttention } from '../entries/attention';
import { draftTime } from '../entries/draft-time';
import { isDoneIn } from '../entries/locales';
import { mappingOf } from '../entries/mapping-of';
import type { NamedLocales } from '../strapi/watch-documents';
import { lookAgain } from './look-again';
import { underLock } from './under-lock';

/** What somebody decides about a held publication. */
interface Decided {
  documentId: string;
  decision: HoldDecision;
  decidedBy: string;
  /** When the draft that they saw was changed last, in epoch ms; left out where nobody says. */
  seen?: number | undefined;
}

/** The stream to run; or that nothing of this article is held, or its draft is another than was seen. */
export type DecidedHold = { streamKey: string } | 'none' | 'changed';

/**
 * Decides a held re-publication of an article. Released, it goes out with the editor's unpublished
 * changes, those that were seen; discarded, the published version stays as it is until the feed
 * publishes something else. The projection carries it out: the delivery is pending again.
 */
export async function decideHold(
  strapi: Core.Strapi,
  { documentId, decision, decidedBy, seen }: Decided,
): Promise<DecidedHold> {
  const ledger = ledgerOf(strapi);
  const streamKey = await ledger.documents.streamOf(documentId);
  if (streamKey === null) return 'none';
  return inTransaction(strapi, async ({ trx }): Promise<DecidedHold> => {
    const stream = await ledger.streams.lock(trx, streamKey);
    const { hold } = stream;
    if (!hold) return 'none';
    const isRelease = decision === 'release';
    if (isRelease && seen !== undefined && !(await isAsSeen(strapi, stream, documentId, seen)))
      return 'changed';
    await ledger.streams.save(
      isRelease ? { ...stream, hold: { ...hold, released: true } } : without(stream),
    );
    await ledger.decisions.record({
      kind: 'publication',
      choice: decision,
      subject: hold.fingerprint,
      streamKey,
      documentId,
      deliveryPosition: hold.position,
      decidedBy,
    });
    await ledger.deliveries.changeState(hold.position, { state: 'pending', reason: null });
    await refreshAttention(strapi, streamKey);
    return { streamKey };
  });
}

/** Whether a draft was not changed since: what a release lets out is what whoever decides saw. */
async function isAsSeen(
  strapi: Core.Strapi,
  { locale }: StreamState,
  documentId: string,
  seen: number,
): Promise<boolean> {
  const now = await draftTime(strapi, { mapping: mappingOf(strapi), locale }, documentId);
  return now !== null && Date.parse(now) === seen;
}

/** A stream whose publication that waits does not go out. */
const without = (stream: StreamState): StreamState => ({
  ...stream,
  hold: null,
  publishedEffect: 'publish',
  publishedFingerprint: (stream.hold ?? stream.refused)?.fingerprint ?? stream.publishedFingerprint,
  wordPosition: (stream.hold ?? stream.refused)?.position ?? stream.wordPosition,
});

/** What an editor did by hand that may settle what a publication waits for. */
export interface ByHand {
  documentId: string;
  action: 'publish' | 'unpublish' | 'discardDraft' | 'delete';
  /** In which locales. */
  locale: NamedLocales;
}

/**
 * Publishes or unpublishes an article for an editor, who decides with that on a publication that
 * Strapi refused, too; not so with a translation. In one transaction: with what they saved before it,
 * that one could go out now.
 */
export const publishByHand = <Result>(
  strapi: Core.Strapi,
  { documentId, action, locale }: ByHand,
  publish: () => Promise<Result>,
): Promise<Result> =>
  underLock(strapi, documentId, async (locked) => {
    const result = await publish();
    if (!locked || !(await isDoneIn(strapi, locale, locked.stream.locale))) return result;
    const { streams } = ledgerOf(strapi);
    // What was saved to be published is known by now.
    const stream = await streams.lock(locked.trx, locked.stream.streamKey);
    const known = stream.refused ? without(stream) : stream;
    const isByHand = action === 'publish';
    await streams.save({ ...known, isByHand, ...(isByHand ? { unmapped: [] } : {}) }, stream);
    return result;
  });

/**
 * Looks at an article again after an editor published, unpublished or deleted it, or dropped their
 * changes. Who published or unpublished has decided on a held publication with that; what they dropped
 * makes way for what the feed says by now; what they deleted is not to be published.
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
    if (hold && isDecision) await ledger.streams.save(without(stream));
    await ledger.deliveries.changeState(waiting.position, { state: 'pending', reason: null });
    await refreshAttention(strapi, streamKey);
    return streamKey;
  });
}
