import { createComebacks } from './comebacks';

function atClock() {
  const time = { now: 0 };
  const policy = { firstDelayMs: 100, maxDelayMs: 1_000 };
  const comebacks = createComebacks(policy, { clock: () => time.now, random: () => 1 });
  /** Comes again as soon as it may, so many times. @returns the pauses before. */
  const pauses = (times: number) =>
    Array.from({ length: times }, () => {
      comebacks.met('a');
      const pause = comebacks.untilNext() ?? 0;
      time.now += pause;
      return pause;
    });
  return { time, comebacks, pauses };
}

describe('who comes second', () => {
  it('comes again after a pause, a longer one each time, up to the longest', () => {
    expect(atClock().pauses(6)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('comes again at once as often as it may, and then after a pause', () => {
    const { time, comebacks } = atClock();
    const pauses = Array.from({ length: 5 }, () => {
      comebacks.met('a', 3);
      const pause = comebacks.untilNext();
      time.now += pause ?? 0;
      return pause;
    });
    expect(pauses).toEqual([null, null, null, 100, 200]);
  });

  it('leaves it alone until then, and nothing else', () => {
    const { time, comebacks } = atClock();
    comebacks.met('a');
    comebacks.met('a');
    comebacks.met('b');
    expect(comebacks.waiting()).toEqual(['a', 'b']);
    time.now = 100;
    expect([comebacks.waiting(), comebacks.untilNext()]).toEqual([['a'], 100]);
    time.now = 200;
    expect([comebacks.waiting(), comebacks.untilNext()]).toEqual([[], null]);
  });

  it('knows for how long it has been so', () => {
    const { time, comebacks, pauses } = atClock();
    expect(comebacks.metFor('a')).toBe(0);
    pauses(3);
    expect(comebacks.metFor('a')).toBe(700);
    comebacks.forget('a');
    expect([comebacks.metFor('a'), time.now]).toEqual([0, 700]);
  });

  it('begins anew with what was free for long', () => {
    const { time, comebacks, pauses } = atClock();
    pauses(6);
    time.now += 5_000;
    comebacks.met('b');
    expect(comebacks.metFor('a')).toBe(0);
    expect(pauses(1)).toEqual([100]);
  });
});
