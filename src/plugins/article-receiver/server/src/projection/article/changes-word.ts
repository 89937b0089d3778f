import { evolve, inOrder, type StreamEntry } from './evolve';
import type { LastWritten } from './plan-article';
import type { PolicyAt } from '../publication/verdicts';

/**
 * Whether the feed's word on publication changed within a stream. Until it does, an adopted entry stays
 * published or unpublished as its editors had it. The words are compared with that of the oldest delivery that
 * counts, so the order of arrival makes no difference.
 *
 * Where an editor published or unpublished the entry since, what they had heard of the service by then is the word
 * that has to change: what was said before that, and arrives late, undoes nothing of theirs.
 */
export function changesWord(
  stream: readonly StreamEntry[],
  policy: PolicyAt,
  refused: Parameters<typeof evolve>[2],
  { publishedEffect, heededPosition }: Pick<LastWritten, 'publishedEffect' | 'heededPosition'>,
): boolean {
  // Until a word of the service's is carried out, it was an editor who heeded one.
  const from = publishedEffect === null ? heededPosition : null;
  const ordered = [...stream].sort(inOrder);
  const since = ordered.findIndex(({ position }) => position === from);
  const words = ordered.slice(Math.max(0, since)).flatMap((entry) => {
    const { draft, publication } = evolve([entry], policy, refused);
    return draft === null && publication === null ? [] : [publication?.effect ?? null];
  });
  return words.some((word) => word !== null && word !== words[0]);
}
