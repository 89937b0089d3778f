import type { Core } from '@strapi/types';
import { slugLock } from '../database/locks';
import { isSlugTaken, publishedSlug, slugOf, type EntryPlace } from '../entries/entry-document';
import { Busy, PartlyFailed, Stopped, StreamMoved } from '../faults/outcomes';
import { isNumbered, nextSlug } from '../projection/addresses/slug';
import { inOrder } from '../projection/article/evolve';
import { wasRefused } from '../projection/article/refused';
import { onTarget, untouched, type StreamState } from '../projection/article/stream-state';
import { mergeFields } from '../projection/merge/merge';
import { wasPublished } from '../projection/publication/verdicts';
import type { PlacedStream } from '../resolve/place-stream';
import { beforeChange } from '../run-context/looks';
import { askerWith, type Asker } from './slug-askers';
import type { Written } from './write-article';

type ProjectAside = (streamKey: string, slug: string) => Promise<unknown>;

export interface SlugsOfStream {
  /**
   * The locks for the slugs that the article is to have, for the one that it leaves, and for those that
   * the feed gave it before, which it lists while no other has them: nobody else may find them free, or
   * take them, meanwhile.
   */
  locks: string[];
  /** The slugs that come before what others ask for, because readers are to know the article by them. */
  claimed: string[];
}

/** The slugs that count for a stream's article. @param state null before its first projection. */
export function slugsOf(
  { stream, policy, target, contents, unpublishable }: PlacedStream,
  state: StreamState | null,
): SlugsOfStream {
  const saidAt = (position: number | null | undefined) => contents.get(position ?? NaN)?.slug;
  const slugsAt = (positions: readonly (number | null | undefined)[]) =>
    positions.map(saidAt).filter((slug) => slug !== undefined);
  const shown = [target.draft, target.publication?.position, target.instead?.position];
  const left = state?.slug ? [state.slug] : [];
  const slugs = [...slugsAt(shown), ...left, ...stream.map(({ slug }) => slug)];
  // What Strapi does not let out claims nothing: it would be given back, and claimed again, for ever.
  const isRefused = (position: number | null | undefined) =>
    typeof position === 'number' &&
    (unpublishable.has(position) || wasRefused(state?.refused ?? null, position));
  const known = shown.filter((position) => position === target.draft || !isRefused(position));
  const isForReaders = wasPublished([...stream].sort(inOrder), policy);
  return {
    locks: [...new Set(slugs.map((slug) => slugLock('article', slug)))],
    claimed: isForReaders ? [...new Set(slugsAt(known))] : [],
  };
}

/**
 * Lets an article that readers are to know have its slug before one that nobody knows yet: that one
 * gets another, whichever of them arrived first.
 * @param project projects another stream, with another slug.
 * @returns whether the article wants the slug, and none of those has it now.
 */
export async function makeWay(
  placed: PlacedStream,
  slug: string,
  known: StreamState | null,
  project: ProjectAside,
): Promise<boolean> {
  const { strapi, mapping } = placed.run;
  const state = onTarget(known ?? untouched(placed.streamKey, mapping.uid), mapping.uid);
  if (!(await isWanted(placed, slug, state))) return false;
  const other = await inTheWay(placed, slug, state.documentId);
  if (!other) return true;
  if (await wouldNotTake(placed, slug, state)) return false;
  const isTaken = (candidate: string) => isSlugTaken(strapi, placeOf(placed), candidate, null);
  const aside = await nextSlug(other.desired, isTaken);
  beforeChange();
  await project(other.id, aside).catch((error: unknown) => {
    if (error instanceof Stopped || error instanceof Busy || error instanceof StreamMoved)
      throw error;
    if (error instanceof PartlyFailed) return;
    // What is wrong with the other article is no reason to keep this one from its readers.
    strapi.log.warn(`article-receiver: an article did not make way for a slug: ${String(error)}`);
  });
  return (await inTheWay(placed, slug, state.documentId)) === null;
}

const placeOf = ({ run, locale }: PlacedStream): EntryPlace => ({ mapping: run.mapping, locale });

/** Whether readers are to know the article by a slug, and do not yet. */
async function isWanted(placed: PlacedStream, slug: string, state: StreamState): Promise<boolean> {
  const { run, target, contents } = placed;
  if (run.mapping.slug === null || !run.mapping.draftAndPublish) return false;
  // An address that readers know stays as it is, also when another becomes free.
  if (await hasItsAddress(run.strapi, placeOf(placed), slug, state)) return false;
  const isDrafted = slug === contents.get(target.draft ?? NaN)?.slug;
  return isDrafted || !(await isLeftToEditors(run, placeOf(placed), state));
}

/**
 * The article that nobody knows yet and that has a slug by which readers are to know this one.
 * @param documentId of this one's entry, where it is known.
 */
async function inTheWay(
  placed: PlacedStream,
  slug: string,
  documentId: string | null,
): Promise<Asker | null> {
  const other = await askerWith(placed.run.strapi, placeOf(placed), slug, documentId);
  return other?.isMovable && other.id !== placed.streamKey ? other : null;
}

/**
 * Another article may have got a slug since it was free for this one, which readers would know by another
 * address from then on.
 * @param free slugs that were free for the article.
 * @throws StreamMoved
 */
export async function refuseIfInTheWay(
  placed: PlacedStream,
  free: readonly string[],
  { otherSlug }: Written,
): Promise<void> {
  const drafted = placed.contents.get(placed.target.draft ?? NaN)?.slug;
  for (const slug of free) {
    const mayHaveAnother = slug !== drafted || otherSlug !== null;
    if (mayHaveAnother && (await inTheWay(placed, slug, null)))
      throw new StreamMoved('another article has got the slug meanwhile');
  }
}

/** Whether readers know an article by a slug in a locale already, or by one that it got instead. */
async function hasItsAddress(
  strapi: Core.Strapi,
  place: EntryPlace,
  slug: string,
  { publishedFingerprint, documentId, locale, slug: asked }: StreamState,
): Promise<boolean> {
  if (publishedFingerprint === null || documentId === null || locale !== place.locale) return false;
  if (asked === slug) return true;
  const known = await publishedSlug(strapi, place, documentId);
  return known !== null && (known === slug || isNumbered(known, slug));
}

/**
 * Whether the feed's publication was carried out, and somebody unpublished or deleted the article since:
 * it is not published again, so a slug that it took for that would be given back, and taken, for ever.
 */
async function isLeftToEditors(
  { strapi, options }: PlacedStream['run'],
  place: EntryPlace,
  { publishedEffect, documentId, locale, restore }: StreamState,
): Promise<boolean> {
  if (options.editorEdits !== 'keep' || publishedEffect !== 'publish' || restore) return false;
  if (locale !== place.locale) return false;
  return documentId !== null && (await publishedSlug(strapi, place, documentId)) === null;
}

/**
 * Whether an editor gave the article another slug than the feed's, which it keeps, or deleted it: it does
 * not take what is made free for it, so the one that had it would get it back, and make way again, for ever.
 */
async function wouldNotTake(
  placed: PlacedStream,
  slug: string,
  { base, documentId, locale, restore }: StreamState,
): Promise<boolean> {
  const { strapi, options, mapping } = placed.run;
  const { slug: field } = mapping;
  if (field === null || documentId === null || locale !== placed.locale) return false;
  const current = await slugOf(strapi, placeOf(placed), documentId, 'draft');
  if (current === null) return !restore;
  const { held } = mergeFields({ [field]: slug }, { [field]: current }, base, options.editorEdits);
  return held.includes(field);
}
