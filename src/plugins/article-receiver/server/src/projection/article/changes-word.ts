import { evolve, inOrder, type StreamEntry } from './evolve';
import type { PolicyAt } from '../publication/verdicts';

/**
 * Whether the feed's word on publication changed within a stream. Until it does, an adopted entry stays
 * published or unpublished as its editors had it. The words are compared with that of the oldest delivery that
 * counts, so the order of arrival makes no difference.
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
