import type { Core } from '@strapi/types';
import { textIn, textsIn } from '../../strapi/entries';
import { ledgerOf } from '../../ledger/ledger';
import { mergeFields, type Fields } from '../../projection/merge/merge';
import type { Present } from '../../projection/article/plan-article';
import { isNumbered, uniqueSlug } from '../../projection/addresses/slug';
import { isSlugTaken } from '../../entries/entry-slugs';
import type { WantedArticle } from '../../article-content/wanted-article';
import type { Precedence } from './precedence';
import { previousSlugs } from './previous-slugs';
import { askersFor } from './slug-askers';

/** What became of the slug that the feed asks for. */
export interface SlugChoice {
  /** The values of the fields for the slug and for those before it. */
  fields: Fields;
  /** The slug that the article has from now on, an editor's too; null where an editor took it away. */
  slug: string | null;
  /** Whether another article keeps it from having what the feed asks for. */
  isWaiting: boolean;
  /** Nobody knows it by its slug yet: it may get another. */
  isMovable: boolean;
  /** The slugs because of which to look again when they change hands: those not written down yet. */
  toWatch: readonly string[];
  /** The slug that became free, for an article that keeps the address that readers know. */
  offered: Fields | null;
}

/**
 * The slug of an article, and the slugs that it had before: those of the stream, which are the same
 * whatever order it arrived in, and those that it had on this site. One that nobody knows yet may get
 * another, one that readers know keeps what it has for as long as the feed asks for the same.
 */
export async function chooseSlug(
  strapi: Core.Strapi,
  article: WantedArticle,
  present: Present,
  documentId: string | null,
  precedence: Precedence,
): Promise<SlugChoice | null> {
  const { draft, place, earlierSlugs, state, options, isForReaders } = article;
  const { slug: name, previousSlugs: previousName, longestSlug: longest } = place.mapping;
  if (name === null) return null;
  const { draft: current, published } = present;
  const isTaken = (slug: string) => isSlugTaken(strapi, place, slug, documentId);
  const desired = draft.slug;
  const before = textIn(current ?? {}, name);
  const isKnown = isKnownToReaders(article, present);
  const isMovable = !isKnown && !isForReaders;
  const kept = isKnown || isMovable ? before : null;
  // An address that readers know stays as it is, also when another becomes free.
  const isNumber = isNumbered(textIn(published ?? {}, name) ?? '', desired, longest);
  const isKept = isNumber ? isTaken : precedence.takenFrom(desired);
  const free =
    isMovable && article.slug !== undefined && !(await isTaken(article.slug))
      ? article.slug
      : await uniqueSlug(desired, kept, isKept, state.slug ?? undefined, longest);
  const { editorEdits } = options;
  const { held } = mergeFields({ [name]: desired }, current, state.base, editorEdits, present.lost);
  const isHeld = free !== before && held.includes(name);
  const slug = isHeld ? before : free;
  const isWaiting = !isHeld && free !== desired;
  const offered =
    isWaiting && !isMovable && (await isFreeFor(strapi, article, isTaken))
      ? { [name]: desired }
      : null;
  // An editor's stays; whether what is offered instead is free, is looked at when it is accepted.
  const choice = {
    fields: { [name]: isHeld ? desired : free },
    slug,
    isWaiting,
    isMovable,
    offered,
  };
  const isRenamed = current !== null && state.documentId !== null;
  const watched = isRenamed ? await ledgerOf(strapi).slugs.watched(state.streamKey) : [];
  const notYet = (slugs: readonly string[]) =>
    [...new Set(slugs)].filter((one) => !watched.includes(one));
  const waitedFor = isWaiting ? [desired] : [];
  if (previousName === null) return { ...choice, toWatch: notYet(waitedFor) };

  const was = state.slug;
  const isOwn = (had: string | null): had is string =>
    had !== null && (isKnown || was === null || !isNumbered(had, was, longest));
  const own = [
    ...watched,
    ...textsIn(current ?? {}, previousName),
    ...[textIn(published ?? {}, name), before].filter(isOwn),
  ];
  // What it waits for, it did not have yet.
  const feed = [...earlierSlugs, desired].filter((had) => isHeld || had !== desired);
  const had = own.filter((earlier) => !isWaiting || earlier !== desired);
  const previous = await previousSlugs(feed, had, slug, isTaken);
  const fields = { ...choice.fields, [previousName]: previous };
  const former = [...had, ...feed].filter((earlier) => earlier !== slug);
  return { ...choice, fields, toWatch: notYet([...former, ...waitedFor]) };
}

/** Whether readers may know the article by its slug. */
function isKnownToReaders({ place, state }: WantedArticle, { draft, published }: Present): boolean {
  if (draft === null) return false;
  if (!place.mapping.draftAndPublish || published !== null) return true;
  return state.publishedFingerprint !== null;
}

/** Whether nobody has the slug, nobody gets it by itself, and nobody declined it for this article. */
async function isFreeFor(
  strapi: Core.Strapi,
  { draft: { slug }, place, state: { streamKey } }: WantedArticle,
  isTaken: (slug: string) => Promise<boolean>,
): Promise<boolean> {
  if (await isTaken(slug)) return false;
  const others = await askersFor(strapi, place, slug);
  if (others.some(({ id, isMovable }) => isMovable && id !== streamKey)) return false;
  const declined = await ledgerOf(strapi).suggestions.find({ streamKey, state: 'rejected' });
  return !declined.some(({ field, value }) => field === place.mapping.slug && value === slug);
}
