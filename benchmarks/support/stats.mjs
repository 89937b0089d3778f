/** @param {readonly number[]} values @param {number} share between 0 and 1 */
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export const median = (/** @type {readonly number[]} */ values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle)] ?? NaN) + (sorted[Math.ceil(middle) - 1] ?? NaN)) / 2;
};

/**
 * A measured figure and its spread over the rounds of a run.
 * @typedef {{ value: number, low: number, high: number }} Measured
 */

/** The median of the rounds, with the lowest and the highest. @param {readonly number[]} values @returns {Measured} */
export const spread = (values) => ({
  value: median(values),
  low: Math.min(...values),
  high: Math.max(...values),
});

/**
 * Ratios round by round: what disturbs a machine disturbs the two sides of one round alike.
 * @param {readonly number[]} ours @param {readonly number[]} theirs
 */
export const ratios = (ours, theirs) =>
  spread(ours.map((value, round) => value / (theirs[round] ?? NaN)));

/** @param {number} value */
export const short = (value) =>
  value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);

/** @param {Measured} measured */
export const shown = ({ value, low, high }) => `${short(value)} (${short(low)}–${short(high)})`;

/** In another order each round, so that nobody always comes after the same neighbour. @template T @param {readonly T[]} items @param {number} round */
export const inTurn = (items, round) => [
  ...items.slice(round % items.length),
  ...items.slice(0, round % items.length),
];
