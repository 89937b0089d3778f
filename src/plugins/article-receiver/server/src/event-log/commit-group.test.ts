import fc from 'fast-check';
import { CommitGroup } from './commit-group';

const limits = { writers: 1, maxItems: 3, maxBytes: 100 };

const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Groups that were written, and a say in when a write ends. */
function recorder(isRefused: (item: string) => boolean = () => false) {
  const written: string[][] = [];
  const ends: (() => void)[] = [];
  const write = (items: readonly string[]) =>
    new Promise<string[]>((resolve, reject) => {
      written.push([...items]);
      ends.push(() => {
        const refused = items.filter((item) => isRefused(item));
        if (refused.length > 0) reject(new Error(`refused ${refused.join(', ')}`));
        else resolve(items.map((item) => `${item} written`));
      });
    });
  /** Ends the writes under way, and those that follow, until there are none. */
  const finish = async () => {
    await turn();
    while (ends.length > 0) {
      ends.shift()?.();
      // The group ends, then the turn in which the next one is begun.
      await turn();
      await turn();
    }
  };
  return { written, write, finish };
}

describe('CommitGroup', () => {
  it('writes together what comes in one turn, and what comes meanwhile', async () => {
    const { written, write, finish } = recorder();
    const group = new CommitGroup(write, limits);
    const first = ['a', 'b'].map((item) => group.add(item, 10));
    await turn();
    expect(written).toEqual([['a', 'b']]);
    const later = ['c', 'd'].map((item) => group.add(item, 10));
    await turn();
    expect(written).toEqual([['a', 'b']]);
    await finish();
    await Promise.all([...first, ...later]);
    expect(written).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  it('keeps to its limits, in the order of arrival', async () => {
    const { written, write, finish } = recorder();
    const group = new CommitGroup(write, limits);
    const sizes: [string, number][] = [
      ['a', 10],
      ['b', 60],
      ['c', 60],
      ['d', 500],
      ['e', 1],
      ['f', 1],
      ['g', 1],
      ['h', 1],
    ];
    const all = sizes.map(([item, bytes]) => group.add(item, bytes));
    await finish();
    await Promise.all(all);
    expect(written).toEqual([['a', 'b'], ['c'], ['d'], ['e', 'f', 'g'], ['h']]);
  });

  it('writes with several writers where there may be several', async () => {
    const { written, write } = recorder();
    const group = new CommitGroup(write, { ...limits, writers: 2, maxItems: 1 });
    for (const item of ['a', 'b', 'c']) void group.add(item, 10);
    await turn();
    expect(written).toEqual([['a'], ['b']]);
  });

  it('settles each item by itself, whatever goes wrong with others', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.string(), { maxLength: 12 }),
        fc.func(fc.boolean()),
        async (items, isRefused) => {
          const { write, finish } = recorder(isRefused);
          const group = new CommitGroup(write, limits);
          const all = Promise.allSettled(items.map((item) => group.add(item, 10)));
          await finish();
          const outcomes = (await all).map((outcome) =>
            outcome.status === 'fulfilled' ? outcome.value : outcome.status,
          );
          expect(outcomes).toEqual(
            items.map((item) => (isRefused(item) ? 'rejected' : `${item} written`)),
          );
        },
      ),
    );
  });
});
