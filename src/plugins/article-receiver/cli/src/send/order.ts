/** A generator of numbers from 0 to 1 that repeats itself for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The items in an order that depends on the seed alone (Fisher and Yates). */
function shuffled<T>(items: readonly T[], seed: number): T[] {
  const next = random(seed);
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const chosen = Math.floor(next() * (last + 1));
    [result[last], result[chosen]] = [result[chosen] as T, result[last] as T];
  }
  return result;
}

/** What to send, in order: the files, so many times over. */
export function sendingOrder(
  files: readonly string[],
  { repeat, seed }: { repeat: number; seed: number | null },
): string[] {
  const all = Array.from({ length: repeat }, () => files).flat();
  return seed === null ? all : shuffled(all, seed);
}
