import { createSecondLooks } from './second-looks';

function atClock() {
  const time = { now: 0 };
  const policy = { firstDelayMs: 100, maxDelayMs: 1_000 };
  const busy = createSecondLooks(policy, { clock: () => time.now, random: () => 1 });
  /** Comes again as soon as it may, so many times. @returns the pauses before. */
  const pauses = (times: number) =>
    Array.from({ length: times }, () => {
      busy.met('a');
      const pause = busy.untilNext() ?? 0;
      time.now += pause;
      return pause;
    });
  return { time, busy, pauses };
}

describe('who comes second', () => {
  it('comes again after a pause, a longer one each time, up to the longest', () => {
    expect(atClock().pauses(6)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('comes again at once as often as it may, and then after a pause', () => {
    const { time, busy } = atClock();
    const pauses = Array.from({ length: 5 }, () => {
      busy.met('a', 3);
      const pause = busy.untilNext();
      time.now += pause ?? 0;
      return pause;
    });
    expect(pauses).toEqual([null, null, null, 100, 200]);
  });

  it('leaves it alone until then, and nothing else', () => {
    const { time, busy } = atClock();
    busy.met('a');
    busy.met('a');
    busy.met('b');
    expect(busy.waiting()).toEqual(['a', 'b']);
    time.now = 100;
    expect([busy.waiting(), busy.untilNext()]).toEqual([['a'], 100]);
    time.now = 200;
    expect([busy.waiting(), busy.untilNext()]).toEqual([[], null]);
  });

  it('knows for how long it has been so', () => {
    const { time, busy, pauses } = atClock();
    expect(busy.metFor('a')).toBe(0);
    pauses(3);
    expect(busy.metFor('a')).toBe(700);
    busy.forget('a');
    expect([busy.metFor('a'), time.now]).toEqual([0, 700]);
  });

  it('begins anew with what was free for long', () => {
    const { time, busy, pauses } = atClock();
    pauses(6);
    time.now += 5_000;
    busy.met('b');
    expect(busy.metFor('a')).toBe(0);
    expect(pauses(1)).toEqual([100]);
  });
});
