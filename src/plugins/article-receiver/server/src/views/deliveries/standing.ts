import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import type { Word } from '../../projection/article/evolve';
import { inOrder } from '../../projection/article/evolve';
import { isAboutAll } from '../../../../shared/deliveries/reasons';

/** What an article shows now, and of which of its deliveries. */
export interface ArticleNow {
  /** The delivery that the draft shows; null when none is shown. */
  draft: Pick<StreamDelivery, 'position' | 'receivedAt'> | null;
  /** The service's word on publication that was dealt with last; null when it never spoke. */
  word: Word | null;
  /** Whether somebody published by hand since. */
  isByHand: boolean;
  /** Whether it is published; null where it is not there, or its type has no drafts. */
  isPublished: boolean | null;
  /** When it was published last, in epoch ms; null where it is not public. */
  publishedAt: number | null;
}

/** Where a delivery stands in its article now. */
export interface Standing {
  inDraft: boolean;
  /** Whether readers see what it brought. */
  inPublic: boolean;
  /** When the delivery arrived that the draft shows instead, in epoch ms; null where there is none. */
  newerAt: number | null;
  /** Whether the article is offline because it said so. */
  tookOffline: boolean;
  /** What editors made of the publication, other than its word says; null where they did nothing. */
  byHand: 'offline' | 'public' | null;
}

/** How a delivery stands in an article of which nothing is known. */
export const NOWHERE: ArticleNow = {
  draft: null,
  word: null,
  isByHand: false,
  isPublished: null,
  publishedAt: null,
};

/**
 * The delivery of a stream that its draft shows: the newest that was projected and does not wait as a whole. One
 * that is tried again counts where the draft showed it before: what it brought is still there.
 * @param wasShown positions of deliveries that the draft showed at some time.
 */
export function draftOf(
  stream: readonly StreamDelivery[],
  wasShown: ReadonlySet<number>,
): StreamDelivery | null {
  const mayBe = ({ state, reason, position }: StreamDelivery): boolean => {
    if (state === 'pending' || state === 'failed') return wasShown.has(position);
    if (state !== 'applied' && state !== 'parked') return false;
    return !isAboutAll(reason?.code ?? null);
  };
  return stream.filter(mayBe).sort(inOrder).at(-1) ?? null;
}

/**
 * Where a delivery stands in its article now. That readers see it is said only where its own projection published,
 * and, of one that the draft no longer shows, where nobody published by hand since.
 * @param changes what its projections wrote, all together.
 */
export function standingOf(
  position: number,
  changes: readonly string[],
  { draft, word, isByHand, isPublished }: ArticleNow,
): Standing {
  const effect = word?.position === position ? word.effect : null;
  const inDraft = draft?.position === position;
  const inPublic =
    effect === 'publish' &&
    isPublished === true &&
    changes.includes('publish') &&
    (inDraft || !isByHand);
  const isPublicByHand =
    isPublished === true && !inPublic && (effect === 'unpublish' || (effect !== null && isByHand));
  const isOffline = isPublished === false && effect === 'publish';
  return {
    inDraft,
    inPublic,
    newerAt: inDraft || draft === null ? null : draft.receivedAt,
    tookOffline: effect === 'unpublish' && isPublished === false && changes.includes('unpublish'),
    byHand: isPublicByHand ? 'public' : isOffline ? 'offline' : null,
  };
}
