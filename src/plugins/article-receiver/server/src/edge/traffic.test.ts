import { Traffic } from './traffic';

describe('Traffic', () => {
  it('is busy while a delivery is under way', () => {
    const traffic = new Traffic();
    expect(traffic.isBusy).toBe(false);
    const leave = traffic.enter();
    expect(traffic.isBusy).toBe(true);
    leave();
    expect(traffic.isBusy).toBe(false);
  });

  it('is quiet at once after a single delivery', async () => {
    const traffic = new Traffic();
    traffic.enter()();
    expect(traffic.isBusy).toBe(false);
    await traffic.quiet(Infinity);
  });

  it('is busy for a moment after several, and then quiet', async () => {
    const [long, short] = [new Traffic(60_000), new Traffic(1)];
    for (const traffic of [long, short]) {
      traffic.enter()();
      traffic.enter()();
    }
    expect(long.isBusy).toBe(true);
    await short.quiet(Infinity);
    expect(short.isBusy).toBe(false);
  });

  it('is waited for no longer than wanted', async () => {
    const traffic = new Traffic();
    traffic.enter();
    await traffic.quiet(1);
    expect(traffic.isBusy).toBe(true);
  });
});
