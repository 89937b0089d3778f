import type { Word } from './evolve';

/**
 * Whether the feed changed its word on publication between two of its deliveries. It may have been back at the
 * same word by the time that anybody looked: deliveries that come together are projected together.
 * @param words all words of the stream, in order.
 * @param from position of the delivery by whose word readers had what the feed wants; null where none is known.
 * @param to position of the delivery whose word is to be carried out.
 */
export function wordTurned(words: readonly Word[], from: number | null, to: number): boolean {
  const known = words.findIndex(({ position }) => position === from);
  const wanted = words.findIndex(({ position }) => position === to);
  const effect = words[known]?.effect;
  return known >= 0 && words.slice(known + 1, wanted + 1).some((word) => word.effect !== effect);
}
