/** Steps of a scale that people count in, for a power of ten. */
const STEPS = [1, 2, 5, 10];

/** The most lines above the ground. */
const LINES = 3;

/**
 * The lines of a scale that begins at 0 and covers a number of things, in whole steps.
 * @returns from the ground up; the last one is the top.
 */
export function chartScale(highest: number): number[] {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, highest / LINES)));
  const step =
    STEPS.map((factor) => factor * power).find((size) => size * LINES >= highest) ?? power * 10;
  const lines = Math.max(1, Math.ceil(highest / step));
  return Array.from({ length: lines + 1 }, (_, line) => line * step);
}
