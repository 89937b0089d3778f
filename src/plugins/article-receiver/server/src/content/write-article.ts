import type { Core } from '@strapi/types';
import { debugPoint } from '../config/debug-point';
import type { Options } from '../config/options';
import { saveStream, type StreamState } from '../ledger/streams';
import { decidePublication } from '../projection/decide-publication';
import { fingerprint } from '../projection/fingerprint';
import { mergeFields, type Fields, type Hashes, type Merge } from '../projection/merge';
import { rememberSlug, uniqueSlug } from '../projection/slug';
import {
  createArticle,
  findBySourceId,
  isSlugTaken,
  publishArticle,
  readArticle,
  unpublishArticle,
  updateArticle,
} from './article-document';
import type { ArticleContent } from './place-delivery';

export interface ArticleTarget {
  /** The feed's id of the article. */
  articleId: string;
  /** What the projection did last, locked. */
  state: StreamState;
  /** What the draft is to show. */
  draft: ArticleContent;
  /** Slugs that the feed gave the article before, oldest first. */
  earlierSlugs: readonly string[];
  /** The feed's last word on publication, and what is to be published by it. */
  publication: { effect: 'publish' | 'unpublish'; content: ArticleContent } | null;
  options: Options;
}

/**
 * Writes an article, within the caller's transaction and under the stream's lock: the draft, then
 * its publication. Document calls run one after another; nothing that is right already is touched.
 * @returns the names of the fields written, then what was done to the publication.
 */
export async function writeArticle(strapi: Core.Strapi, target: ArticleTarget): Promise<string[]> {
  const { state, draft, publication, articleId, options } = target;
  const mode = options.editorEdits;
  const known = state.documentId ?? (await findBySourceId(strapi, articleId));
  const current = known ? await readArticle(strapi, known, 'draft') : null;
  const published = known && current ? await readArticle(strapi, known, 'published') : null;

  const slugged = await withSlug(strapi, target, current, known);
  const merge = mergeFields(slugged, current, state.base, mode);
  const step = decidePublication({
    wanted: publication?.effect ?? null,
    last: current ? state.publishedEffect : null,
    isPublished: published !== null,
    contentChanged: publishedFingerprint(publication) !== state.publishedFingerprint,
    draftHasEdits: hasUnpublishedEdits(current, published, state.base),
    mode,
  });

  const documentId = current && known ? known : await createArticle(strapi, merge.write, known);
  const olderContent = publication && publication.content !== draft ? publication.content : null;
  if (step === 'publish' && olderContent) {
    await publishOlder(strapi, documentId, olderContent, merge, slugged, draft.slug);
  } else {
    if (current) await updateArticle(strapi, documentId, merge.write);
    debugPoint('before-publication');
    if (step === 'publish') await publishArticle(strapi, documentId);
    if (step === 'unpublish') await unpublishArticle(strapi, documentId);
  }

  await saveStream(strapi, {
    streamKey: state.streamKey,
    documentId,
    base: merge.base,
    slug: draft.slug,
    publishedEffect: step === 'hold' ? state.publishedEffect : (publication?.effect ?? null),
    publishedFingerprint:
      step === 'publish' ? publishedFingerprint(publication) : state.publishedFingerprint,
  });
  return [...Object.keys(merge.write), ...(step === 'none' ? [] : [step])];
}

/**
 * Publishes what an older delivery says while the draft goes on to show a newer one. Strapi
 * publishes the draft, so the draft shows the older content for the length of the transaction.
 */
async function publishOlder(
  strapi: Core.Strapi,
  documentId: string,
  older: ArticleContent,
  { held }: Merge,
  newer: Fields,
  newerSlug: string,
): Promise<void> {
  const free = (fields: Fields): Fields =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => !held.includes(field)));
  const isTaken = (slug: string) => isSlugTaken(strapi, slug, documentId);
  const slug = older.slug === newerSlug ? newer.slug : await uniqueSlug(older.slug, null, isTaken);
  await updateArticle(strapi, documentId, free({ ...newer, ...older.fields, slug }));
  debugPoint('before-publication');
  await publishArticle(strapi, documentId);
  await updateArticle(strapi, documentId, free(newer));
}

const publishedFingerprint = (publication: ArticleTarget['publication']): string | null =>
  publication?.effect === 'publish'
    ? fingerprint({ ...publication.content.fields, slug: publication.content.slug })
    : null;

/**
 * The draft's fields with a slug that no other article has, and the slugs it had before: those of
 * the stream, which are the same whatever order it arrived in, and those it had on this site.
 */
async function withSlug(
  strapi: Core.Strapi,
  { draft, earlierSlugs, state }: ArticleTarget,
  current: Fields | null,
  documentId: string | null,
): Promise<Fields> {
  const isTaken = (slug: string) => isSlugTaken(strapi, slug, documentId);
  const before = (current?.slug as string | null | undefined) ?? null;
  const slug = await uniqueSlug(draft.slug, before, isTaken, state.slug ?? undefined);
  const had = Array.isArray(current?.previousSlugs) ? (current.previousSlugs as string[]) : [];
  const previous: string[] = [];
  for (const earlier of new Set(earlierSlugs)) {
    if (earlier !== draft.slug && !(await isTaken(earlier))) previous.push(earlier);
  }
  const previousSlugs = rememberSlug([...previous, ...had], before, slug);
  return { ...draft.fields, slug, previousSlugs };
}

/** Whether the draft has an editor's changes that the published version does not show. */
function hasUnpublishedEdits(
  draft: Fields | null,
  published: Fields | null,
  base: Hashes | null,
): boolean {
  if (!draft || !published || !base) return false;
  return Object.entries(base).some(([field, written]) => {
    const value = fingerprint(draft[field]);
    return value !== written && value !== fingerprint(published[field]);
  });
}
