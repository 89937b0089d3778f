import type { Core } from '@strapi/types';
import type { HoldDecision } from '../../../../shared/articles/articles';
import { inTransaction } from '../../database/transaction';
import type { StreamState } from '../../projection/article/stream-state';
import { ledgerOf } from '../../ledger/ledger';
import { refreshAttention } from '../../entries/attention';
import { draftTime } from '../../entries/draft-time';
import { mappingOf } from '../../entries/mapping-of';
import { withoutPublication } from '../without-publication';

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
      isRelease ? { ...stream, hold: { ...hold, released: true } } : withoutPublication(stream),
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
