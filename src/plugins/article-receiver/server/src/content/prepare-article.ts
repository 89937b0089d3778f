import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import type { StreamState } from '../ledger/streams';
import { fingerprint } from '../projection/fingerprint';
import { mergeFields, type Fields } from '../projection/merge';
import { planArticle, type ArticlePlan, type Present } from '../projection/plan-article';
import { uniqueSlug } from '../projection/slug';
import { findBySourceId, isSlugTaken, readArticle } from './article-document';
import type { ArticleContent } from './place-delivery';
import { previousSlugs } from './previous-slugs';
import { findFile } from './upload';

/** What an article is to show, and what its projection did last. */
export interface ArticleTarget {
  /** The feed's id of the article. */
  articleId: string;
  state: StreamState;
  /** What the draft is to show. */
  draft: ArticleContent;
  /** Slugs that the feed gave the article before, oldest first. */
  earlierSlugs: readonly string[];
  /** The feed's last word on publication, and what is to be published by it. */
  publication: {
    effect: 'publish' | 'unpublish';
    position: number;
    content: ArticleContent;
    /** Slugs that the feed gave the article before, oldest first. */
    earlierSlugs: readonly string[];
  } | null;
  options: Options;
}

/** All that is needed to carry a projection out, or to show what it would do. */
export interface PreparedArticle {
  /** The article's document; null when there has never been one. */
  documentId: string | null;
  present: Present;
  /** The feed's values, with a slug that no other article has. */
  wanted: Fields;
  plan: ArticlePlan;
  /** Somebody deleted the article, and nobody asked for it to come back. */
  isDeleted: boolean;
}

/** Looks at an article and decides what to do with it. Writes nothing. */
export async function prepareArticle(
  strapi: Core.Strapi,
  target: ArticleTarget,
): Promise<PreparedArticle> {
  const { articleId, state, draft, publication, options } = target;
  const documentId = state.documentId ?? (await findBySourceId(strapi, articleId));
  const present = await readPresent(strapi, documentId, draft, state);
  const wanted = await withSlug(strapi, target, present.draft, documentId);
  const plan = planArticle(
    {
      draft: wanted,
      publication: publication && {
        effect: publication.effect,
        position: publication.position,
        fingerprint: contentFingerprint(publication),
      },
    },
    present,
    state,
    options.editorEdits,
  );
  const isDeleted = state.documentId !== null && present.draft === null && !state.restore;
  return { documentId, present, wanted, plan, isDeleted };
}

/** Of what is published: the content, and the addresses under which readers knew it before. */
const contentFingerprint = ({
  content: { fields, slug },
  earlierSlugs,
}: NonNullable<ArticleTarget['publication']>): string =>
  fingerprint({ ...fields, slug, earlierSlugs: [...new Set(earlierSlugs)] });

async function readPresent(
  strapi: Core.Strapi,
  documentId: string | null,
  content: ArticleContent,
  state: StreamState,
): Promise<Present> {
  const nothing: Present = { draft: null, published: null, lost: new Set() };
  if (documentId === null) return nothing;
  const draft = await readArticle(strapi, documentId, 'draft');
  if (draft === null) return nothing;
  const published = await readArticle(strapi, documentId, 'published');
  return { draft, published, lost: await lostFields(strapi, draft, content, state) };
}

/**
 * Strapi keeps date-times on PostgreSQL and MySQL in the time zone of the process. In the hour that
 * a clock is set back for, or in an instance with another zone, they read differently from what was
 * written; that is no editor's change, and only the feed writes these.
 */
const CLOCK_FIELDS = ['sourceCreatedAt', 'sourceUpdatedAt'];

/**
 * A relation that went away because its target was deleted is no editor's change of the article.
 * Otherwise a deleted file would stay out of the article for good.
 */
async function lostFields(
  strapi: Core.Strapi,
  draft: Fields,
  { recreated }: ArticleContent,
  { heroFileId }: StreamState,
): Promise<Set<string>> {
  const lost = new Set([...recreated, ...CLOCK_FIELDS]);
  if (draft.heroImage === null && heroFileId !== null && !(await findFile(strapi, heroFileId))) {
    lost.add('heroImage');
  }
  return lost;
}

/**
 * The feed's values with a slug that no other article has, and the slugs that the article had
 * before: those of the stream, which are the same whatever order it arrived in, and those that it
 * had on this site.
 */
async function withSlug(
  strapi: Core.Strapi,
  { draft, earlierSlugs, state, options }: ArticleTarget,
  current: Fields | null,
  documentId: string | null,
): Promise<Fields> {
  const isTaken = (slug: string) => isSlugTaken(strapi, slug, documentId);
  const before = (current?.slug as string | null | undefined) ?? null;
  const free = await uniqueSlug(draft.slug, before, isTaken, state.slug ?? undefined);
  const { held } = mergeFields({ slug: free }, current, state.base, options.editorEdits);
  const slug = before !== null && held.includes('slug') ? before : free;

  const had = Array.isArray(current?.previousSlugs) ? (current.previousSlugs as string[]) : [];
  const own = before === null ? had : [...had, before];
  const previous = await previousSlugs([...earlierSlugs, draft.slug], own, slug, isTaken);
  return { ...draft.fields, slug: free, previousSlugs: previous };
}
