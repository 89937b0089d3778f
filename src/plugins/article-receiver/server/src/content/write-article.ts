import type { Core } from '@strapi/types';
import { debugPoint } from '../config/debug-point';
import { saveStream } from '../ledger/streams';
import { offerSuggestions } from '../ledger/suggestions';
import type { Fields } from '../projection/merge';
import { uniqueSlug } from '../projection/slug';
import {
  createArticle,
  isSlugTaken,
  publishArticle,
  unpublishArticle,
  updateArticle,
} from './article-document';
import { previousSlugs } from './previous-slugs';
import { prepareArticle, type ArticleTarget, type PreparedArticle } from './prepare-article';

export interface Written {
  /** The fields written, then what was done to the publication. */
  changes: string[];
  /** An editor's changes because of which the publication is held; empty when it is not. */
  heldBy: string[];
  /** Somebody deleted the article: nothing was written. */
  isDeleted: boolean;
}

/**
 * Writes an article, within the caller's transaction and under the stream's lock: the draft, then
 * its publication. Document calls run one after another; nothing that is right already is touched.
 */
export async function writeArticle(
  strapi: Core.Strapi,
  target: ArticleTarget,
  deliveryPosition: number,
): Promise<Written> {
  const prepared = await prepareArticle(strapi, target);
  const { plan } = prepared;
  if (prepared.isDeleted) return { changes: [], heldBy: [], isDeleted: true };

  const documentId = await writeVersions(strapi, target, prepared);
  const { streamKey } = target.state;
  await offerSuggestions(
    strapi,
    { streamKey, documentId, deliveryPosition },
    plan.merge.suggestions,
  );
  await saveStream(strapi, {
    ...plan.past,
    streamKey,
    documentId,
    slug: target.draft.slug,
    heroFileId: heroFileOf(prepared, target),
    restore: false,
  });
  const step = plan.step === 'none' ? [] : [plan.step];
  return {
    changes: [...Object.keys(plan.merge.write), ...step],
    heldBy: plan.step === 'hold' ? plan.unpublishedEdits : [],
    isDeleted: false,
  };
}

/** The hero that the projection stands for: the feed's, unless an editor chose another. */
const heroFileOf = ({ plan, wanted }: PreparedArticle, { state }: ArticleTarget): number | null =>
  plan.merge.held.includes('heroImage') ? state.heroFileId : (wanted.heroImage as number | null);

async function writeVersions(
  strapi: Core.Strapi,
  { publication, draft, earlierSlugs }: ArticleTarget,
  { documentId: known, present, plan, wanted }: PreparedArticle,
): Promise<string> {
  const { write, held } = plan.merge;
  const documentId = present.draft && known ? known : await createArticle(strapi, write, known);
  if (plan.step === 'publish' && publication && publication.content !== draft) {
    const newer = { fields: wanted, slugs: [...earlierSlugs, draft.slug] };
    await publishOlder(strapi, documentId, publication, newer, held);
    return documentId;
  }
  if (present.draft) await updateArticle(strapi, documentId, write);
  debugPoint('before-publication');
  if (plan.step === 'publish') await publishArticle(strapi, documentId);
  if (plan.step === 'unpublish') await unpublishArticle(strapi, documentId);
  return documentId;
}

/**
 * Publishes what an older delivery says while the draft goes on to show a newer one. Strapi
 * publishes the draft, so the draft shows the older content for the length of the transaction.
 * @param newer what the draft shows, and the feed's slugs up to its own.
 * @param held fields that are an editor's: they stay as they are in both.
 */
async function publishOlder(
  strapi: Core.Strapi,
  documentId: string,
  { content: older, earlierSlugs }: NonNullable<ArticleTarget['publication']>,
  newer: { fields: Fields; slugs: readonly string[] },
  held: readonly string[],
): Promise<void> {
  const free = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !held.includes(field)));
  const isTaken = (slug: string) => isSlugTaken(strapi, slug, documentId);
  const slug =
    older.slug === newer.slugs.at(-1)
      ? String(newer.fields.slug)
      : await uniqueSlug(older.slug, null, isTaken);
  const own = (newer.fields.previousSlugs as string[]).filter((had) => !newer.slugs.includes(had));
  const previous = await previousSlugs(earlierSlugs, own, slug, isTaken);
  const fields = { ...newer.fields, ...older.fields, slug, previousSlugs: previous };
  await updateArticle(strapi, documentId, free(fields));
  debugPoint('before-publication');
  await publishArticle(strapi, documentId);
  await updateArticle(strapi, documentId, free(newer.fields));
}
