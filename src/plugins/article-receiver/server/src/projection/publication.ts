import type { Effect } from '../../../shared/settings';
import { TEST_STATUS } from '../delivery/test-delivery';

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

/** Status words count in any case. */
export const normalWord = (word: string): string => word.trim().toLowerCase();

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
  const kind = normalWord(event);
  if (!EVENTS.has(kind)) return { undecided: `The event "${event}" is not known.` };

  const word = sourceStatus === null ? null : normalWord(sourceStatus);
  if (kind === 'article.ready' && (word === null || word === 'draft')) {
    return { effect: publishOnReady ? 'publish' : 'draft' };
  }
  if (word === null) return { undecided: 'The delivery names no status.' };

  // A test must not publish anything, whatever the site makes of words.
  if (word === TEST_STATUS) return { effect: 'draft' };

  const mapped = Object.entries(statusMap).find(([own]) => normalWord(own) === word)?.[1];
  const effect =
    mapped ?? (Object.hasOwn(DEFAULT_EFFECTS, word) ? DEFAULT_EFFECTS[word] : undefined);
  if (effect) return { effect };
  return { undecided: unmappedReason(sourceStatus ?? '') };
}

/** Why a delivery waits whose status word nobody has mapped. */
export const unmappedReason = (word: string): string =>
  `The status "${word}" has no effect assigned to it.`;
