import { evolve, inOrder, type StreamEntry } from './evolve';
import type { PolicyAt } from '../publication/verdicts';

/**
 * Whether the feed's word on publication changed within a stream. An entry that the receiver found
 * there stays published, or unpublished, as its editors had it until then. Not a matter of the
 * order of arrival: the oldest delivery that counts is what the others are held against.
 */
export function changesWord(
  stream: readonly StreamEntry[],
  policy: PolicyAt,
  refused: Parameters<typeof evolve>[2],
): boolean {
  const words = [...stream].sort(inOrder).flatMap((entry) => {
    const { draft, publication } = evolve([entry], policy, refused);
    return draft === null && publication === null ? [] : [publication?.effect ?? null];
  });
  return words.some((word) => word !== null && word !== words[0]);
}
