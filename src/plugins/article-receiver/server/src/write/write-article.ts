import type { Core } from '@strapi/types';
import { leadingPaths } from '../entries/held-now';
import { obstacleToMove } from '../entries/locales/locale-move';
import { notBefore, timeAfter } from '../entries/write-time';
import { StreamMoved } from '../faults/outcomes';
import { ledgerOf } from '../ledger/ledger';
import { isUnmade } from '../projection/merge/unmade';
import type { WantedArticle } from '../article-content/wanted-article';
import { prepareArticle, type PreparedArticle } from './prepare-article';
import { succeededBy } from './succeeded-by';
import { projectedState } from './projected-state';
import { publishWhatCounts } from './publish-what-counts';
import { movedTo, publishedSlugNow, rememberSlugs } from './slugs/slugs-in-play';
import { writeDraft } from './write-draft';
import { NOTHING_WRITTEN, type Written } from './written';

/**
 * Writes an article, within the caller's transaction and under the stream's lock: the draft, then
 * its publication. Document calls run one after another; nothing that is right already is touched.
 */
export async function writeArticle(
  strapi: Core.Strapi,
  article: WantedArticle,
  deliveryPosition: number,
): Promise<Written> {
  const ledger = ledgerOf(strapi);
  const prepared = await prepareArticle(strapi, article);
  if (prepared.madeAgain) {
    const state = await succeededBy(strapi, article, prepared.madeAgain);
    return writeArticle(strapi, { ...article, state }, deliveryPosition);
  }
  const { plan } = prepared;
  // A relation was an editor's before the lock and is the feed's now: what it leads to has to be made first.
  if (leadsToUnmade(prepared, article))
    throw new StreamMoved('an editor changed a relation meanwhile');
  const { state, place, options } = article;
  if ((await obstacleToMove(strapi, state, place, options)) !== null)
    throw new StreamMoved('an editor changed what was to move to another locale');
  if (prepared.isDeleted) return { ...NOTHING_WRITTEN, isDeleted: true };
  const [inTheWay] = prepared.inTheWay;
  if (inTheWay) throw inTheWay;

  const writtenAt = timeAfter(prepared.changedAt);
  const { documentId, stored, publication } = await notBefore(writtenAt, async () => {
    const draft = await writeDraft(strapi, article, prepared);
    return {
      ...draft,
      publication: await publishWhatCounts(strapi, article, prepared, draft.documentId),
    };
  });
  const { refusal, fault, done, refusedToo } = publication;
  const step = done?.plan.step ?? 'none';
  const word = done?.word ?? null;
  const publishedSlug = await publishedSlugNow(strapi, article, prepared, {
    step,
    word,
    documentId,
  });
  const moved = done && (await movedTo(strapi, article, prepared, { step, documentId }));
  const { streamKey } = article.state;
  const known = prepared.present.draft === null ? null : article.state.adoptedBy;
  const adoptedBy = prepared.adopts !== null || prepared.isMet ? deliveryPosition : known;
  const isOffered = Object.keys(plan.merge.suggestions).length > 0;
  if (isOffered || hadDocument(article))
    await ledger.suggestions.offer(
      { streamKey, documentId, deliveryPosition },
      plan.merge.suggestions,
    );
  await ledger.streams.save(
    projectedState(article, prepared, {
      ...{ documentId, stored, publication, publishedSlug, adoptedBy, writtenAt },
    }),
    article.stored,
  );
  await rememberSlugs(strapi, article, prepared, { step, word, publishedSlug });
  return {
    changes: [...Object.keys(plan.merge.write), ...(step === 'none' ? [] : [step])],
    step,
    heldBy: plan.step === 'hold' ? plan.unpublishedEdits : [],
    refusal: refusal?.reason ?? null,
    fault,
    saidBy: done?.word?.position ?? null,
    refusedToo,
    isDeleted: false,
    isEditors: prepared.isEditors,
    kept: plan.merge.held,
    otherSlug: prepared.slug?.isWaiting ? prepared.slug.slug : null,
    moved,
    adoptedBy,
  };
}

/** Whether the stream has, or had, a document: only then suggestions can be open. */
const hadDocument = ({ state }: WantedArticle): boolean =>
  state.documentId !== null || Object.keys(state.shelf).length > 0;

const leadsToUnmade = (
  { plan: { merge } }: PreparedArticle,
  { place: { mapping } }: WantedArticle,
): boolean => leadingPaths(mapping).some((path) => isUnmade(merge.write[path]));
