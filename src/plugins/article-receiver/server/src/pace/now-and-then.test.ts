import { nowAndThen } from './now-and-then';

describe('nowAndThen', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('tells at once, and of a flood how much it was', () => {
    const told: [string, number][] = [];
    const tell = nowAndThen<string>(1_000, (what, untold) => void told.push([what, untold]));
    for (const what of ['a', 'b', 'c']) tell(what);
    jest.advanceTimersByTime(1_000);
    for (const what of ['d', 'e']) tell(what);
    expect(told).toEqual([
      ['a', 0],
      ['d', 2],
    ]);
  });
});
