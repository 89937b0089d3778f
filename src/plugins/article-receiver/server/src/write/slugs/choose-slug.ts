import type { Core } from '@strapi/types';
import { textIn } from '../../strapi/entries';
import { ledgerOf } from '../../ledger/ledger';
import type { SlugInterest, WatchedSlug } from '../../ledger/streams/slugs';
import { isForeign, mergeFields, type Fields } from '../../projection/merge/merge';
import type { Present } from '../../projection/article/plan-article';
import { isNumbered, isOfFamily, uniqueSlug } from '../../projection/addresses/slug';
import type { WantedArticle } from '../../article-content/wanted-article';
import { hadSlugs } from './had-slugs';
import { isKnownBySlug } from './known-by-slug';
import type { Precedence } from './precedence';
import { previousSlugs } from './previous-slugs';
import { askersFor } from './slug-askers';

/** The slug that an article gets, and how that compares with the one that the feed asks for. */
export interface SlugChoice {
  /** The values of the fields for the slug and for those before it. */
  fields: Fields;
  /** The slug that the article has from now on, an editor's too; null where an editor took it away. */
  slug: string | null;
  /** Whether another article keeps it from having what the feed asks for. */
  isWaiting: boolean;
  /** Readers do not know it by its slug yet, so it may still get another. */
  isMovable: boolean;
  /** Slugs to watch from now on: when one of them changes hands, the article is looked at again. */
  toWatch: readonly WatchedSlug[];
  /** Slugs that it had before. */
  former: readonly string[];
  /** Of its own slugs, those that other articles wait for or had. */
  awaited: readonly string[];
  /** The slug as a suggestion, where it became free for an article that keeps the address readers know. */
  offered: Fields | null;
}

/**
 * Chooses the slug of an article, and lists those that it had before: the feed's, which do not depend on the
 * order of arrival, and those that it had on this site. An article that was never published may get another
 * slug; one that readers know keeps its own for as long as the feed asks for the same.
 */
export async function chooseSlug(
  strapi: Core.Strapi,
  article: WantedArticle,
  present: Present,
  documentId: string | null,
  precedence: Precedence,
): Promise<SlugChoice | null> {
  const { draft, place, state, options } = article;
  const { slug: name, previousSlugs: previousName } = place.mapping;
  if (name === null) return null;
  const { draft: current } = present;
  const desired = draft.slug;
  const before = textIn(current ?? {}, name);
  const isKnown = isKnownToReaders(article, present);
  const isMovable = !isKnown && !article.isForReaders;
  const free = await freeSlug(article, present, { isKnown, isMovable, precedence });
  const { editorEdits } = options;
  const { held } = mergeFields({ [name]: desired }, current, state.base, editorEdits, present.lost);
  // A numbered form that an importer gave it is no number of the receiver's: it stays when the slug becomes free.
  const isTheirs = free !== before || isForeign(state.base, name);
  const isHeld = isTheirs && held.includes(name);
  const slug = isHeld ? before : free;
  const isWaiting = !isHeld && free !== desired;
  const offered =
    isWaiting && !isMovable && (await isFreeFor(strapi, article, precedence))
      ? { [name]: desired }
      : null;
  // An editor's slug stays, and the feed's is offered: whether it is free is checked when it is accepted.
  const fields = { [name]: isHeld ? desired : free };

  // An older delivery may be published with the slug that the draft had before.
  const own = [slug, before].filter((one) => one !== null);
  // Also of one that is made again, in another type or by somebody in its place: readers knew it by what it had before.
  const { watched, awaited }: SlugInterest = article.isNew
    ? { watched: [], awaited: [] }
    : await ledgerOf(strapi).slugs.interest(state.streamKey, own);
  const had = hadSlugs(article, present, { isHeld, isWaiting, watched });
  const former = [...had.own, ...had.feed].filter((earlier) => earlier !== slug);
  const choice = { fields, slug, isWaiting, isMovable, offered, former, awaited };
  const notYet = (slugs: readonly string[]) => toWatch(slugs, had.known, watched);
  const waitedFor = isWaiting ? [desired] : [];
  if (previousName === null) return { ...choice, toWatch: notYet(waitedFor) };

  const isKnownElsewhere = (one: string) => isKnownBySlug(strapi, place, one, documentId);
  const previous = await previousSlugs(had.feed, had.own, slug, isKnownElsewhere);
  return {
    ...choice,
    fields: { ...fields, [previousName]: previous },
    toWatch: notYet([...former, ...waitedFor]),
  };
}

/** Of an article's slugs, those that are not written down for it yet, or not as what readers knew it by. */
const toWatch = (
  slugs: readonly string[],
  known: ReadonlySet<string>,
  watched: readonly WatchedSlug[],
): WatchedSlug[] =>
  [...new Set(slugs)]
    .map((slug) => ({ slug, wasKnown: known.has(slug) }))
    .filter(({ slug, wasKnown }) => {
      const written = watched.find((one) => one.slug === slug);
      return written === undefined || (wasKnown && !written.wasKnown);
    });

/** The slug that the feed asks for, or the first of its numbered forms that is free. */
async function freeSlug(
  article: WantedArticle,
  { draft: current, published }: Present,
  { isKnown, isMovable, precedence }: Chances,
): Promise<string> {
  const { isTaken } = precedence;
  const { draft, place, state } = article;
  const { longestSlug: longest } = place.mapping;
  const name = place.mapping.slug ?? '';
  const desired = draft.slug;
  // A delivery may have come since it was given one, and ask for another.
  const given = isMovable ? article.slug : undefined;
  if (given !== undefined && isOfFamily(given, desired, longest) && !(await isTaken(given)))
    return given;
  const kept = isKnown || isMovable ? textIn(current ?? {}, name) : null;
  // An address that readers know stays as it is, also when another becomes free.
  const isNumber = isNumbered(textIn(published ?? {}, name) ?? '', desired, longest);
  const isGone = isNumber ? isTaken : precedence.takenFrom(desired);
  return uniqueSlug(desired, kept, isGone, state.slug ?? undefined, longest);
}

/** What decides on the slug that an article may have. */
interface Chances {
  /** Readers may know it by the one that it has. */
  isKnown: boolean;
  /** Nobody does, and nobody is about to. */
  isMovable: boolean;
  precedence: Precedence;
}

/** Whether readers may know the article by its slug. */
function isKnownToReaders({ place, state }: WantedArticle, { draft, published }: Present): boolean {
  if (draft === null) return false;
  if (!place.mapping.draftAndPublish || published !== null) return true;
  return state.publishedFingerprint !== null;
}

/** Whether a slug can be offered: no entry has it, no article is about to get it, and nobody declined it. */
async function isFreeFor(
  strapi: Core.Strapi,
  { draft: { slug }, place, state: { streamKey } }: WantedArticle,
  { isTaken }: Precedence,
): Promise<boolean> {
  const { slug: field } = place.mapping;
  if (field === null || (await isTaken(slug))) return false;
  const others = await askersFor(strapi, place, slug);
  if (others.some(({ id, isMovable }) => isMovable && id !== streamKey)) return false;
  const { suggestions } = ledgerOf(strapi);
  const declined = await suggestions.find({ streamKey, field, state: 'rejected' });
  return !declined.some(({ value }) => value === slug);
}
