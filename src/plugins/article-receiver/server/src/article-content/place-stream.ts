import type { Issue } from '../../../shared/deliveries/issues';
import type { Reason } from '../../../shared/deliveries/reasons';
import type { StreamDelivery } from '../ledger/deliveries/deliveries';
import type { StreamState } from '../projection/article/stream-state';
import type { LoadedDelivery } from '../event-log/load-delivery';
import { slugWithin } from '../projection/addresses/slug';
import { changesWord, goesOn } from '../projection/article/changes-word';
import { wasRefused } from '../projection/article/refused';
import {
  inOrder,
  isSaidBy,
  neededBy,
  type DesiredArticle,
  type Planned,
  type Word,
} from '../projection/article/evolve';
import { wordTurned } from '../projection/article/word-turned';
import { fingerprint } from '../projection/merge/fingerprint';
import { wasPublished, type PolicyAt } from '../projection/publication/verdicts';
import { placeDelivery } from './place-delivery';
import type { ArticleContent } from './content';
import { beginRun, type Run } from '../shared-documents/run';
import { foldStream, loadUnlessDropped } from './fold-stream';
import { heldNow } from '../entries/held-now';
import { wasDeleted } from '../entries/locales/deleted-locale';
import { localeFor } from '../entries/locales/locales';
import { Busy, Stopped, StreamMoved } from '../faults/outcomes';
import { checkpoint } from '../run-context/run-context';
import type { WantedArticle, ArticleWord } from './wanted-article';

/** How thorough a projection is. */
export interface Thoroughness {
  /** Puts every delivery in place again, not only what is new or shown. */
  everything?: boolean;
  /** Deliveries that Strapi has just refused to publish, by position. */
  alsoRefused?: readonly number[];
}

/** A stream, what its article has to show, and the deliveries for that with all they refer to. */
export interface PlacedStream {
  /** The run that put it in place. */
  run: Run;
  streamKey: string;
  stream: readonly StreamDelivery[];
  /** The policy, at its moment, by which it was decided. */
  policy: PolicyAt;
  desired: DesiredArticle;
  /** Deliveries that wait for a person because of their language, by position. */
  refused: ReadonlyMap<number, Reason>;
  /** Deliveries whose bodies are gone although the article would show them, by position. */
  lost: ReadonlySet<number>;
  /** Deliveries that Strapi refused to publish, by position. */
  unpublishable: ReadonlySet<number>;
  /** The locale of what is shown; null on a type without locales. */
  locale: string | null;
  /** The feed's id of the article; null where no delivery was put in place. */
  articleId: string | null;
  /** What did not fit in each delivery that was put in place, by position. */
  issues: Map<number, Issue[]>;
  /** The deliveries that are shown, or say what counts of its publication, and what each comes to, by position. */
  loaded: Map<number, LoadedDelivery>;
  contents: Map<number, ArticleContent>;
  /** Errors of deliveries that could not be put in place and are not shown, by position. */
  faults: Map<number, unknown>;
}

/** States in which a delivery has not been put in place yet. */
const UNPLACED = new Set(['pending', 'failed', 'parked']);

/** Puts in place what the deliveries of a stream bring: the new ones, and those that are shown. */
export async function placeStream(
  run: Run,
  streamKey: string,
  stream: readonly StreamDelivery[],
  { everything = false, alsoRefused = [] }: Thoroughness = {},
): Promise<PlacedStream> {
  const { strapi, options, mapping } = run;
  const decided = await foldStream(strapi, stream, run, alsoRefused);
  const { desired } = decided;
  const isPublished = desired.publication?.effect === 'publish';
  const placed: PlacedStream = {
    run,
    streamKey,
    stream,
    policy: decided.policy,
    desired,
    refused: decided.refused,
    lost: decided.lost,
    unpublishable: decided.unpublishable,
    locale: decided.locale,
    articleId: null,
    issues: new Map(),
    loaded: new Map(),
    contents: new Map(),
    faults: new Map(),
  };
  const newest = stream.find(({ position }) => position === desired.draft);
  let known: ReturnType<typeof heldNow> | null = null;
  const held = () =>
    (known ??= heldNow(strapi, newest, { mapping, locale: decided.locale }, options));
  const shown = neededBy(desired);
  const counting = new Set([...shown, desired.publication?.position, desired.instead?.position]);
  for (const entry of [...stream].sort(inOrder)) {
    const { position, state } = entry;
    // A delivery that waits for a decision as a whole brings nothing yet.
    if (desired.silent.has(position)) continue;
    if (!everything && !UNPLACED.has(state) && !shown.has(position)) continue;
    checkpoint();
    try {
      // Retention may have dropped the body of a delivery that is not shown any more.
      const loaded = decided.loaded.get(position) ?? (await loadUnlessDropped(strapi, entry));
      if (!loaded) continue;
      const { language } = loaded.delivery.article;
      const own = await localeFor(strapi, mapping, language, {
        ...run,
        wasDeleted: (code) => wasDeleted(strapi, mapping, code, decided.state),
      });
      // Without a locale for its language it brings nothing, and was decided not to be shown.
      if ('reason' in own) continue;
      const place = { locale: own.locale, isPublished, held };
      // Nothing is made in a locale that somebody deleted: what the delivery brings is only looked at.
      const its = own.isGone ? beginRun(strapi, { options, mapping, preview: true }) : run;
      const content = await placeDelivery(its, loaded, place);
      placed.articleId ??= loaded.delivery.article.id;
      placed.issues.set(position, loaded.issues);
      // Of the others nothing is kept: there may be more of them than fit into memory together.
      if (!counting.has(position)) continue;
      placed.contents.set(position, content);
      // The published version is in the locale of the newest delivery, and so must be what it leads to.
      if (shown.has(position) && own.locale !== decided.locale) {
        const there = { ...place, locale: decided.locale };
        const again = { ...loaded, issues: [] };
        placed.contents.set(position, await placeDelivery(run, again, there));
      }
      placed.loaded.set(position, loaded);
    } catch (error) {
      // A delivery that is not shown must not keep the article from showing a newer one.
      if (shown.has(position) || isNoFault(error)) throw error;
      placed.faults.set(position, error);
    }
  }
  return placed;
}

/** Whether an error is another run's doing, or the end of the site, and no fault of the delivery. */
const isNoFault = (error: unknown): boolean =>
  error instanceof Busy || error instanceof Stopped || error instanceof StreamMoved;

/**
 * The day to come on which the article is to be projected again, because it goes online then. On a type without drafts
 * that shows in what the site makes of it alone.
 * @param found whether somebody deleted the article, or its publication is left to its editors.
 */
export function awaitedDay(
  { run: { mapping }, desired, contents }: PlacedStream,
  found: { isDeleted: boolean; isEditors: boolean },
): Planned | null {
  const { draft, planned } = desired;
  if (planned === null || found.isDeleted) return null;
  if (mapping.draftAndPublish) return found.isEditors ? null : planned;
  const content = contents.get(draft ?? NaN);
  const then = content?.oncePublished?.();
  return then && fingerprint(then) !== fingerprint(content?.fields) ? planned : null;
}

/** What the stream's article is to show; null while no delivery of it is decided. */
export function wantedArticle(
  { run, stream, policy, desired, refused, unpublishable, loaded, contents, locale }: PlacedStream,
  state: StreamState,
): (WantedArticle & { position: number }) | null {
  const { options, mapping } = run;
  const newest = desired.draft === null ? undefined : loaded.get(desired.draft);
  const draft = newest && contents.get(newest.entry.position);
  if (!newest || !draft) return null;
  const { entry, delivery } = newest;
  const slugsBefore = (position: number): string[] => {
    const inStream = [...stream].sort(inOrder);
    const place = inStream.findIndex((other) => other.position === position);
    return inStream.slice(0, place).map(({ slug }) => slugWithin(slug, mapping.longestSlug));
  };
  const contentOf = (word: Word | null): ArticleWord | null =>
    word && mapping.draftAndPublish
      ? {
          ...word,
          turned: wordTurned(desired.words, state.heededPosition, word.position),
          isKnown: isSaidBy(stream, word.position, state.wordPosition),
          goesOn: goesOn(stream, policy, { refused }, word.position),
          wasRefused: unpublishable.has(word.position) || wasRefused(state.refused, word.position),
          content: contents.get(word.position) ?? draft,
          earlierSlugs: slugsBefore(word.position),
        }
      : null;
  const { position } = entry;
  return {
    articleId: delivery.article.id,
    title: delivery.article.title,
    place: { mapping, locale },
    state,
    draft,
    earlierSlugs: slugsBefore(position),
    publication: contentOf(desired.publication),
    instead: contentOf(desired.instead),
    isForReaders: wasPublished([...stream].sort(inOrder), policy),
    changesWord: (known) => changesWord(stream, policy, { refused }, known),
    options,
    position,
  };
}
