import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import type { StreamState } from '../ledger/streams';
import { fingerprint } from '../projection/fingerprint';
import { mergeFields, type Fields } from '../projection/merge';
import { planArticle, type ArticlePlan, type Present } from '../projection/plan-article';
import { uniqueSlug } from '../projection/slug';
import { leavesOf } from '../target/compute';
import { findBySourceId, isSlugTaken, readEntry, type EntryPlace } from './entry-document';
import type { ArticleContent } from './placing';
import { previousSlugs } from './previous-slugs';
import { findFile } from './upload';

/** What an article is to show, and what its projection did last. */
export interface ArticleTarget {
  /** The feed's id of the article. */
  articleId: string;
  title: string;
  place: EntryPlace;
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
  /** The locale that it has to be moved out of; null when it is in the right one. */
  moveFrom: string | null;
}

/** Looks at an article and decides what to do with it. Writes nothing. */
export async function prepareArticle(
  strapi: Core.Strapi,
  target: ArticleTarget,
): Promise<PreparedArticle> {
  const { articleId, place, state, publication, options } = target;
  const documentId = state.documentId ?? (await findBySourceId(strapi, place, articleId));
  const moveFrom = await leftLocale(strapi, target);
  const present = await readPresent(strapi, documentId, target, moveFrom);
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
  return { documentId, present, wanted, plan, isDeleted, moveFrom };
}

/** Of what is published: the content, and the addresses under which readers knew it before. */
const contentFingerprint = ({
  content: { fields, slug },
  earlierSlugs,
}: NonNullable<ArticleTarget['publication']>): string =>
  fingerprint({ ...fields, slug, earlierSlugs: [...new Set(earlierSlugs)] });

/** Where the article was until its language changed; null when it is where it belongs. */
async function leftLocale(
  strapi: Core.Strapi,
  { place, state: { documentId, locale } }: ArticleTarget,
): Promise<string | null> {
  if (documentId === null || locale === null || locale === place.locale) return null;
  const left = await readEntry(strapi, { ...place, locale }, documentId, 'draft');
  return left && locale;
}

async function readPresent(
  strapi: Core.Strapi,
  documentId: string | null,
  target: ArticleTarget,
  moveFrom: string | null,
): Promise<Present> {
  const nothing: Present = { draft: null, published: null, lost: new Set() };
  if (documentId === null) return nothing;
  const { place } = target;
  const here = await readEntry(strapi, place, documentId, 'draft');
  const at = here === null && moveFrom !== null ? { ...place, locale: moveFrom } : place;
  const draft = here ?? (at === place ? null : await readEntry(strapi, at, documentId, 'draft'));
  if (draft === null) return nothing;
  const published = place.mapping.draftAndPublish
    ? await readEntry(strapi, at, documentId, 'published')
    : null;
  const lost = await lostFields(strapi, draft, target);
  return {
    draft,
    published,
    lost: at === place ? lost : new Set([...lost, ...leftBehind(target)]),
  };
}

/** Relations to localized types lead into one locale: they do not move along. */
const leftBehind = ({ place }: ArticleTarget): string[] =>
  [...leavesOf(place.mapping.shapes)]
    .filter(([, shape]) => shape.kind === 'relation' && shape.targetLocalized)
    .map(([path]) => path);

/**
 * A relation that went away because its target was deleted is no editor's change of the article.
 * Otherwise a deleted file would stay out of the article for good.
 *
 * Nor are the clocks: Strapi keeps date-times on PostgreSQL and MySQL in the time zone of the
 * process. In the hour that a clock is set back for, or in an instance with another zone, they read
 * differently from what was written.
 */
async function lostFields(
  strapi: Core.Strapi,
  draft: Fields,
  { draft: { recreated }, state, place: { mapping } }: ArticleTarget,
): Promise<Set<string>> {
  const lost = new Set([...recreated, ...mapping.clocks]);
  for (const [path, shape] of leavesOf(mapping.shapes)) {
    const written = state.files[path] ?? [];
    if (shape.kind !== 'media' || written.length === 0) continue;
    const left: number[] = [];
    for (const id of written) if (await findFile(strapi, id)) left.push(id);
    const rest = shape.multiple ? left : (left[0] ?? null);
    const isLeft = fingerprint(draft[path]) === fingerprint(rest);
    if (left.length < written.length && isLeft) lost.add(path);
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
  { draft, place, earlierSlugs, state, options }: ArticleTarget,
  current: Fields | null,
  documentId: string | null,
): Promise<Fields> {
  const { slug: name, previousSlugs: previousName } = place.mapping;
  if (name === null) return draft.fields;
  const isTaken = (slug: string) => isSlugTaken(strapi, place, slug, documentId);
  const before = (current?.[name] as string | null | undefined) ?? null;
  const free = await uniqueSlug(draft.slug, before, isTaken, state.slug ?? undefined);
  const { held } = mergeFields({ [name]: free }, current, state.base, options.editorEdits);
  const slug = before !== null && held.includes(name) ? before : free;
  if (previousName === null) return { ...draft.fields, [name]: free };

  const kept = current?.[previousName];
  const had = Array.isArray(kept) ? (kept as string[]) : [];
  const own = before === null ? had : [...had, before];
  const previous = await previousSlugs([...earlierSlugs, draft.slug], own, slug, isTaken);
  return { ...draft.fields, [name]: free, [previousName]: previous };
}
