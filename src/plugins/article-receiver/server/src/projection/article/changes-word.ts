import { evolve, inOrder, type StreamEntry } from './evolve';
import type { LastWritten } from './plan-article';
import type { PolicyAt } from '../publication/verdicts';

/**
 * Whether the feed's word on publication changed within a stream. Until it does, an adopted entry stays
 * published or unpublished as its editors had it. The words are compared with that of the oldest delivery that
 * counts, so the order of arrival makes no difference.
 *
 * Where an editor published or unpublished the entry since, what they had heard of the service by then is the word
 * that has to change: what was said before that, and arrives late, undoes nothing of theirs. What comes from another
 * site's log was said before the entry came here, too: whoever took the article offline there knew it.
 */
export function changesWord(
  stream: readonly StreamEntry[],
  policy: PolicyAt,
  refused: Parameters<typeof evolve>[2],
  { publishedEffect, heededPosition }: Pick<LastWritten, 'publishedEffect' | 'heededPosition'>,
): boolean {
  // Until a word of the service's is carried out, it was an editor who heeded one.
  const isEditors = publishedEffect === null;
  const words = [...stream].sort(inOrder).flatMap((entry) => {
    const { draft, publication } = evolve([entry], policy, refused);
    const { position, isCarried = false } = entry;
    const isHeard = isEditors && (position === heededPosition || isCarried);
    const effect = publication?.effect ?? null;
    return draft === null && publication === null && !isHeard ? [] : [{ effect, isHeard }];
  });
  const heard = words.findLastIndex(({ isHeard }) => isHeard);
  const known = words.slice(0, heard + 1).findLast(({ effect }) => effect !== null) ?? words[0];
  const since = words.slice(Math.max(0, heard));
  return since.some(({ effect }) => effect !== null && effect !== known?.effect);
}

/**
 * Whether a word to publish goes on with what the service had said of an article that came here with another site's log:
 * there, too, it was to be published. Where it came public, nobody decided otherwise.
 * @param position of the delivery with that word.
 */
export function goesOn(
  stream: readonly StreamEntry[],
  policy: PolicyAt,
  refused: Parameters<typeof evolve>[2],
  position: number,
): boolean {
  const effectOf = (entry: StreamEntry) => evolve([entry], policy, refused).publication?.effect;
  const carried = stream.filter(({ isCarried }) => isCarried === true).sort(inOrder);
  const last = carried.map(effectOf).findLast((effect) => effect !== undefined);
  return last === 'publish' && carried.every((entry) => entry.position !== position);
}
