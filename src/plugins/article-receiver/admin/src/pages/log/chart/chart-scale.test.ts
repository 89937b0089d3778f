import * as fc from 'fast-check';
import { chartScale } from './chart-scale';

describe('the scale of the chart', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [4, [0, 2, 4]],
    [9, [0, 5, 10]],
    [31, [0, 20, 40]],
    [250, [0, 100, 200, 300]],
    [1_000, [0, 500, 1_000]],
  ])('covers %d', (highest, lines) => {
    expect(chartScale(highest)).toEqual(lines);
  });

  it('covers any number in whole steps, with few lines', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (highest) => {
        const lines = chartScale(highest);
        expect(lines.at(-1)).toBeGreaterThanOrEqual(highest);
        expect(lines.length).toBeLessThanOrEqual(4);
        expect(lines.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});
