import { Traffic } from './traffic';

describe('Traffic', () => {
  it('is busy while a delivery is under way, and for a moment after it', async () => {
    const [long, short] = [new Traffic(60_000), new Traffic(1)];
    for (const traffic of [long, short]) {
      expect(traffic.isBusy).toBe(false);
      const leave = traffic.enter();
      expect(traffic.isBusy).toBe(true);
      leave();
    }
    expect(long.isBusy).toBe(true);
    await short.quiet(Infinity);
    expect(short.isBusy).toBe(false);
  });

  it('is busy until the last of several is answered', () => {
    const traffic = new Traffic(0);
    const leaves = [traffic.enter(), traffic.enter()];
    leaves[0]?.();
    expect(traffic.isBusy).toBe(true);
    leaves[1]?.();
    expect(traffic.isBusy).toBe(false);
  });

  it('is waited for no longer than wanted', async () => {
    const traffic = new Traffic();
    traffic.enter();
    await traffic.quiet(1);
    expect(traffic.isBusy).toBe(true);
  });
});
