import { AsyncLocalStorage } from 'node:async_hooks';
import { Activity } from './activity';
import { startBeats } from './beats';

const MINUTE_MS = 60_000;

describe('beats', () => {
  let looks: number;
  let isWaiting: boolean;
  let activity: Activity;
  let stop: () => Promise<void>;

  beforeEach(() => {
    jest.useFakeTimers();
    looks = 0;
    isWaiting = false;
    activity = new Activity();
    stop = startBeats(() => {
      looks += 1;
      return Promise.resolve(isWaiting);
    }, activity);
  });
  afterEach(async () => {
    await stop();
    jest.useRealTimers();
  });

  const pass = (milliseconds: number) => jest.advanceTimersByTimeAsync(milliseconds);
  const looksWithin = async (milliseconds: number): Promise<number> => {
    const before = looks;
    await pass(milliseconds);
    return looks - before;
  };

  it('are one a minute while nothing goes on', async () => {
    await pass(MINUTE_MS);
    expect(await looksWithin(10 * MINUTE_MS)).toBe(10);
  });

  it('come every two seconds while something goes on, and until it is over', async () => {
    await pass(MINUTE_MS);
    activity.note();
    expect(await looksWithin(10_000)).toBeGreaterThanOrEqual(5);
    await pass(MINUTE_MS);
    expect(await looksWithin(MINUTE_MS)).toBe(1);
  });

  it('come at once when something begins, but not more often than while it goes on', async () => {
    await pass(MINUTE_MS + 10_000);
    const before = looks;
    activity.note();
    await pass(0);
    expect(looks).toBe(before + 1);
    for (let times = 0; times < 50; times += 1) activity.note();
    expect(await looksWithin(1_900)).toBe(0);
    expect(await looksWithin(200)).toBe(1);
  });

  it('go on where something waits to be looked at again', async () => {
    isWaiting = true;
    await pass(MINUTE_MS);
    expect(await looksWithin(MINUTE_MS)).toBe(30);
    isWaiting = false;
    await pass(MINUTE_MS);
    expect(await looksWithin(MINUTE_MS)).toBe(1);
  });

  it('end when they are stopped, whatever goes on', async () => {
    await stop();
    activity.note();
    expect(await looksWithin(10 * MINUTE_MS)).toBe(0);
  });
});

describe('a beat that something hurried', () => {
  it('is not in the transaction in which that was done', async () => {
    const transaction = new AsyncLocalStorage<string>();
    const activity = new Activity();
    const seen: (string | undefined)[] = [];
    let looked = () => {};
    const nextLook = () => new Promise<void>((resolve) => (looked = resolve));
    const look = () => {
      seen.push(transaction.getStore());
      looked();
      return Promise.resolve(false);
    };
    const first = nextLook();
    const stop = startBeats(look, activity, { beatMs: 1, idleBeatMs: MINUTE_MS });
    await first;
    // The beat is over, and the next is a minute away.
    await new Promise(setImmediate);
    const second = nextLook();
    transaction.run('of somebody', () => activity.note());
    await second;
    expect(seen).toEqual([undefined, undefined]);
    await stop();
  });
});
