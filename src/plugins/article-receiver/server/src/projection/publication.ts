import type { EFFECTS } from '../config/options';

/** What a delivery does to the publication of its article; `ignore` leaves the text alone, too. */
export type Effect = (typeof EFFECTS)[number];

/** A delivery's effect, or why a person has to decide on it. */
export type Verdict = { effect: Effect } | { undecided: string };

export interface PublicationPolicy {
  publishOnReady: boolean;
  /** The site's own effect for a status word; words in any case. */
  statusMap: Readonly<Record<string, Effect>>;
}

const EVENTS = new Set(['article.ready', 'article.status_changed']);

const DEFAULT_EFFECTS: Readonly<Record<string, Effect>> = {
  published: 'publish',
  archived: 'unpublish',
  draft: 'unpublish',
};

const normal = (word: string): string => word.trim().toLowerCase();

/**
 * The effect of a delivery, from the contract's table "Status to publication".
 * A new article is delivered as `article.ready` with status `draft`: that says nothing about
 * publication unless the site publishes what is ready. The same word in `article.status_changed`
 * means that the article went back to draft.
 */
export function effectOf(
  { event, sourceStatus }: { event: string; sourceStatus: string | null },
  { publishOnReady, statusMap }: PublicationPolicy,
): Verdict {
  const kind = normal(event);
  if (!EVENTS.has(kind)) return { undecided: `The event "${event}" is not known.` };

  const word = sourceStatus === null ? null : normal(sourceStatus);
  if (kind === 'article.ready' && (word === null || word === 'draft')) {
    return { effect: publishOnReady ? 'publish' : 'draft' };
  }
  if (word === null) return { undecided: 'The delivery names no status.' };

  const mapped = Object.entries(statusMap).find(([own]) => normal(own) === word)?.[1];
  const effect =
    mapped ?? (Object.hasOwn(DEFAULT_EFFECTS, word) ? DEFAULT_EFFECTS[word] : undefined);
  if (effect) return { effect };
  return { undecided: `The status "${sourceStatus}" has no effect assigned to it.` };
}
