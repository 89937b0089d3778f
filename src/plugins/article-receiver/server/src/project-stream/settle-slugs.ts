import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import type { TouchedStream } from '../ledger/streams/slugs';
import type { SecondLooks } from '../pace/second-looks';
import { ledgerOf } from '../ledger/ledger';
import { assignSlugs } from '../projection/addresses/assign-slugs';
import { nextSlug } from '../projection/addresses/slug';
import type { EntryPlace } from '../entries/entry-place';
import { isSlugTaken } from '../entries/entry-slugs';
import { Busy, PartlyFailed, Stopped, StreamMoved } from '../faults/outcomes';
import { projectStream } from './project-stream';
import { checkpoint } from '../run-context/run-context';
import { askersFor, askerWith, numberedSlugsGone, type Asker } from '../write/slugs/slug-askers';
import { mappingOf } from '../entries/mapping-of';
import { explain } from '../faults/explain';

/** How many marks are settled at a time; the others are left for the next round. */
const BATCH = 200;

/**
 * Projects the articles again for which a slug changed hands that they wait for, or had. Those that were never
 * published get the slug they ask for; to others it is offered.
 * @param failed streams of which it failed: they are left alone until their next look, and keep none of the others from theirs.
 * @returns the slugs because of which something was settled, so that it is worth looking again.
 */
export async function settleSlugs(
  strapi: Core.Strapi,
  options: Options,
  failed: SecondLooks,
): Promise<string[]> {
  const ledger = ledgerOf(strapi);
  const settled = new Set<string>();
  for (const touched of await ledger.slugs.touched(BATCH, failed.waiting())) {
    checkpoint();
    try {
      await settle(strapi, touched, options);
      await ledger.slugs.untouch(touched);
      failed.forget(touched.streamKey);
      touched.slugs.forEach((slug) => settled.add(slug));
    } catch (error) {
      if (error instanceof Stopped) throw error;
      // The mark stays. Another run was at work on it: it is looked at again at once.
      if (error instanceof StreamMoved) touched.slugs.forEach((slug) => settled.add(slug));
      // Another one still is: with the next sweep.
      else if (!(error instanceof Busy)) {
        failed.met(touched.streamKey);
        strapi.log.warn(`article-receiver: a slug could not be settled: ${explain(error)}`);
      }
    }
  }
  return [...settled];
}

async function settle(
  strapi: Core.Strapi,
  { streamKey, slugs }: TouchedStream,
  options: Options,
): Promise<void> {
  const mapping = mappingOf(strapi);
  const state = await ledgerOf(strapi).streams.read(streamKey);
  if (!state || state.documentId === null || state.targetUid !== mapping.uid) return;
  const { slug: desired } = state;
  const place = { mapping, locale: state.locale };
  if (desired !== null) await settleFamily(strapi, place, desired, options);
  // A former slug of its own changed hands, or it is to be offered the one that it asks for.
  const askers = desired === null ? [] : await askersFor(strapi, place, desired);
  const own = askers.find(({ id }) => id === streamKey);
  const isDone = own?.isMovable === true && slugs.every((slug) => slug === desired);
  if (!isDone) await projectAgain(strapi, streamKey, options);
}

/**
 * Shares out a slug, and its numbered forms, among the unpublished articles that ask for it.
 * @param waiting the slugs that are shared out once this one is.
 */
async function settleFamily(
  strapi: Core.Strapi,
  place: EntryPlace,
  desired: string,
  options: Options,
  waiting: readonly string[] = [],
): Promise<void> {
  const longest = place.mapping.longestSlug;
  const movable = async () =>
    (await askersFor(strapi, place, desired)).filter(({ isMovable }) => isMovable);
  let askers = await movable();
  if (askers.length === 0) return;
  // One that has it as the number of another slug gives way to those who ask for it as it is.
  const numbered = await askerWith(strapi, place, desired, null);
  if (numbered?.isMovable && numbered.desired !== desired) {
    const begun = [...waiting, desired];
    if (begun.includes(numbered.desired)) await stepAside(strapi, place, numbered, options);
    else await settleFamily(strapi, place, numbered.desired, options, begun);
    askers = await movable();
  }
  const documentIds = askers.map(({ documentId }) => documentId);
  const gone = await numberedSlugsGone(strapi, place, desired, documentIds);
  const had = new Set(askers.map(({ slug }) => slug));
  // Only the database knows which slugs are the same to it; what one of them has, no other has.
  const isTaken = async (slug: string) => {
    if (slug !== desired && gone.has(slug)) return true;
    const isOwn = slug !== desired && had.has(slug);
    return !isOwn && isSlugTaken(strapi, place, slug, documentIds);
  };
  await moveAll(strapi, askers, await assignSlugs(desired, askers, isTaken, longest), {
    options,
    aside: (used) =>
      nextSlug(desired, async (slug) => used.has(slug) || (await isTaken(slug)), longest),
  });
}

/** Gives an article another number of the slug that it asks for: who has that waits for the one it has. */
async function stepAside(
  strapi: Core.Strapi,
  place: EntryPlace,
  { id, desired }: Asker,
  options: Options,
): Promise<void> {
  const isTaken = (slug: string) => isSlugTaken(strapi, place, slug, null);
  const free = await nextSlug(desired, isTaken, place.mapping.longestSlug);
  await projectAgain(strapi, id, options, free);
}

/** One after another, each to a slug that nobody has any more; in a circle, one steps aside first. */
async function moveAll(
  strapi: Core.Strapi,
  askers: readonly Asker[],
  assigned: ReadonlyMap<string, string>,
  { options, aside }: { options: Options; aside(used: ReadonlySet<string>): Promise<string> },
): Promise<void> {
  const slugs = new Map(askers.map(({ id, slug }) => [id, slug]));
  const move = async (id: string, slug: string) => {
    await projectAgain(strapi, id, options, slug);
    slugs.set(id, slug);
  };
  for (;;) {
    const waiting = [...slugs].filter(([id, slug]) => assigned.get(id) !== slug);
    const [first] = waiting;
    if (!first) return;
    const used = new Set(slugs.values());
    const [next] = waiting.find(([id]) => !used.has(assigned.get(id) ?? '')) ?? [];
    const target = next === undefined ? undefined : assigned.get(next);
    if (next !== undefined && target !== undefined) await move(next, target);
    else await move(first[0], await aside(new Set([...used, ...assigned.values()])));
  }
}

/** @param slug the one that the article is to have from now on. */
async function projectAgain(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
  slug?: string,
): Promise<void> {
  await projectStream(strapi, streamKey, options, { slug, isSettling: true }).catch(
    (error: unknown) => {
      // The article is as it should be; older deliveries are the runner's.
      if (!(error instanceof PartlyFailed)) throw error;
    },
  );
}
