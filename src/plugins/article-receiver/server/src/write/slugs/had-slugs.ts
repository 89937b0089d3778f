import { textIn, textsIn } from '../../strapi/entries';
import type { WantedArticle } from '../../article-content/wanted-article';
import type { WatchedSlug } from '../../ledger/streams/slugs';
import type { Present } from '../../projection/article/plan-article';
import { isNumbered } from '../../projection/addresses/slug';

/** What is known of the slugs that an article had. */
interface Circumstances {
  /** An editor chose the one that it has. */
  isHeld: boolean;
  /** Another article keeps it from having the one that the feed asks for. */
  isWaiting: boolean;
  /** The slugs that are written down for it. */
  watched: readonly WatchedSlug[];
}

/** The slugs that an article had, oldest first. */
export interface HadSlugs {
  /** Those that the feed gave it, with repetitions. */
  feed: readonly string[];
  /** Those that it had on this site, the feed's among them or not. */
  own: readonly string[];
  /** Of both, those by which readers knew it. */
  known: ReadonlySet<string>;
}

/** The slugs that an article had: those that the feed gave it, and those that it had on this site. */
export function hadSlugs(
  { draft: { slug: desired }, place, earlierSlugs, state }: WantedArticle,
  present: Present,
  { isHeld, isWaiting, watched }: Circumstances,
): HadSlugs {
  const { slug, previousSlugs: previousName, longestSlug, draftAndPublish } = place.mapping;
  const [published, current] = [present.published, present.draft].map((version) =>
    textIn(version ?? {}, slug ?? ''),
  );
  // Earlier versions did not write down under which slug an article was published: it may be the present one.
  const last = state.publishedSlug ?? (state.publishedFingerprint === null ? null : current);
  const shown = draftAndPublish ? [last, published] : [current];
  const isText = (had: string | null | undefined): had is string => typeof had === 'string';
  // Content types that the site used for its articles before.
  const elsewhere = Object.values(state.shelf).map((memory) => memory.publishedSlug);
  const known = new Set([
    ...watched.filter(({ wasKnown }) => wasKnown).map((one) => one.slug),
    ...elsewhere.filter(isText),
    ...shown.filter(isText),
  ]);
  const asked = state.slug;
  // A number that nobody saw was never its address.
  const isOwn = (had: string) =>
    known.has(had) || asked === null || !isNumbered(had, asked, longestSlug);
  const own = [
    ...watched.map((one) => one.slug),
    ...elsewhere,
    state.publishedSlug,
    ...(previousName === null ? [] : textsIn(present.draft ?? {}, previousName)),
    ...[published, current].filter(isText).filter(isOwn),
  ];
  return {
    feed: [...earlierSlugs, desired].filter((had) => isHeld || had !== desired),
    // The slug that it waits for it had only if readers knew it by that.
    own: own.filter(isText).filter((had) => !isWaiting || had !== desired || known.has(had)),
    known,
  };
}
