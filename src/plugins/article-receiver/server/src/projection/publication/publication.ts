import type { Effect } from '../../../../shared/settings/settings';
import { normalWord } from '../../../../shared/settings/words';
import { reasonOf, type Reason } from '../../../../shared/deliveries/reasons';
import { TEST_STATUS } from '../../read-delivery/test-delivery';
import type { PlannedTime } from './planned-day';

/**
 * A delivery's effect, or why a person has to decide on it: on what its word does to the
 * publication, or on all of it.
 */
export type Verdict =
  { effect: Effect | 'planned' } | { undecided: Reason; about: 'publication' | 'delivery' };

export interface PublicationPolicy {
  /** Whether what is ready is published: at once, or on its planned day. */
  publishOnReady: boolean | 'planned';
  planned: PlannedTime;
  /** The site's own effect for a status word; words in any case. */
  statusMap: Readonly<Record<string, Effect>>;
}

const EVENTS = new Set(['article.ready', 'article.status_changed']);

const DEFAULT_EFFECTS: Readonly<Record<string, Effect>> = {
  published: 'publish',
  archived: 'unpublish',
  draft: 'unpublish',
};

/**
 * The effect of a delivery, from the contract's table "Status to publication".
 * A new article is delivered as `article.ready` with status `draft`: that says nothing about
 * publication unless the site publishes what is ready. The same word in `article.status_changed`
 * means that the article went back to draft. A delivery without a status is for a person, whatever its
 * event: what nobody said is not published.
 */
export function effectOf(
  { event, sourceStatus }: { event: string; sourceStatus: string | null },
  { publishOnReady, statusMap }: Pick<PublicationPolicy, 'publishOnReady' | 'statusMap'>,
): Verdict {
  const kind = normalWord(event);
  if (!EVENTS.has(kind))
    return { undecided: reasonOf('eventUnknown', { event }), about: 'delivery' };

  const word = sourceStatus === null ? null : normalWord(sourceStatus);
  if (kind === 'article.ready' && word === 'draft') {
    if (publishOnReady === 'planned') return { effect: 'planned' };
    return { effect: publishOnReady ? 'publish' : 'draft' };
  }
  if (word === null) return { undecided: reasonOf('statusMissing'), about: 'publication' };

  // A test must not publish anything, whatever the site makes of words.
  if (word === TEST_STATUS) return { effect: 'draft' };

  const mapped = Object.entries(statusMap).find(([own]) => normalWord(own) === word)?.[1];
  const effect =
    mapped ?? (Object.hasOwn(DEFAULT_EFFECTS, word) ? DEFAULT_EFFECTS[word] : undefined);
  if (effect) return { effect };
  const undecided = reasonOf('statusUnmapped', { word: sourceStatus ?? '' });
  return { undecided, about: 'publication' };
}
