import fc from 'fast-check';
import { assignSlugs } from './assign-slugs';

const claimant = (id: string, firstAt: number) => ({ id, articleId: `art_${id}`, firstAt });
const taken =
  (...slugs: string[]) =>
  (slug: string) =>
    Promise.resolve(slugs.includes(slug));

describe('assignSlugs', () => {
  it('gives the slug to the one of whom the service spoke first, suffixes to the others', async () => {
    const given = await assignSlugs('x', [claimant('b', 2), claimant('a', 1)], taken());
    expect([...given]).toEqual([
      ['a', 'x'],
      ['b', 'x-2'],
    ]);
  });

  it('of two from the same moment, to the one with the lesser id', async () => {
    const given = await assignSlugs('x', [claimant('b', 1), claimant('a', 1)], taken());
    expect(given.get('a')).toBe('x');
  });

  it('leaves what others have', async () => {
    const given = await assignSlugs('x', [claimant('a', 1), claimant('b', 2)], taken('x', 'x-3'));
    expect([...given.values()]).toEqual(['x-2', 'x-4']);
  });

  it('does not depend on the order of the claimants', async () => {
    const claimants = fc.uniqueArray(fc.tuple(fc.string(), fc.nat(3)), { selector: ([id]) => id });
    await fc.assert(
      fc.asyncProperty(claimants, async (all) => {
        const some = all.map(([id, at]) => claimant(id, at));
        const one = await assignSlugs('x', some, taken('x-2'));
        const other = await assignSlugs('x', [...some].reverse(), taken('x-2'));
        expect(other).toEqual(one);
        expect(new Set(one.values()).size).toBe(one.size);
      }),
    );
  });
});
