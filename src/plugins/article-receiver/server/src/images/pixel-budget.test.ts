import { pixelBudget } from './pixel-budget';

describe('pixelBudget', () => {
  it('has room for the largest images ten times over, and for none beyond', () => {
    const budget = pixelBudget({ maxPixels: 50 });
    expect(budget.max).toBe(500);
    const taken = Array.from({ length: 12 }, (_, at) => budget.takes(String(at), 50));
    expect(taken).toEqual([...Array<boolean>(10).fill(true), false, false]);
  });

  it('takes twenty photos of 24 megapixels as the options are', () => {
    const budget = pixelBudget({ maxPixels: 50_000_000 });
    const taken = Array.from({ length: 20 }, (_, at) => budget.takes(String(at), 6_000 * 4_000));
    expect(taken).not.toContain(false);
  });

  it('counts an image that comes again once', () => {
    const budget = pixelBudget({ maxPixels: 10 });
    for (let at = 0; at < 30; at += 1) expect(budget.takes('same', 60)).toBe(true);
    expect(budget.takes('other', 60)).toBe(false);
  });

  it('goes on with smaller ones behind one that has no room', () => {
    const budget = pixelBudget({ maxPixels: 10 });
    expect(
      ['a', 'b', 'c'].map((digest, at) => budget.takes(digest, [60, 60, 40][at] ?? 0)),
    ).toEqual([true, false, true]);
  });
});
