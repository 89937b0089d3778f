import fc from 'fast-check';
import { claimsBefore, heard, isClaimed, mergeClaims, type Claims } from './file-claims';
import type { Fields } from '../merge/merge';
import { compareStamps, type Registers, type Stamp } from './registers';

interface Said {
  article: string;
  stamp: Stamp;
  alt: string;
}

const said = fc.uniqueArray(
  fc.record({
    article: fc.constantFrom('a', 'b', '__proto__', 'constructor'),
    stamp: fc.tuple(fc.nat(3), fc.nat(1), fc.nat(20)),
    alt: fc.constantFrom('one', 'two', 'three', ''),
  }),
  { selector: ({ stamp }) => stamp[2], minLength: 1, maxLength: 7 },
) as fc.Arbitrary<Said[]>;

function tell(all: readonly Said[], from: Registers = {}, start: Fields = { alt: null }) {
  let claims: Claims = claimsBefore(from);
  let registers = from;
  let file = start;
  for (const { article, stamp, alt } of all) {
    claims = heard(claims, article, stamp, { alt });
    const merged = mergeClaims(claims, file, registers, 'keep');
    file = { ...file, ...merged.write };
    registers = merged.registers;
  }
  return { file, claims, registers };
}

const inOrder = (all: readonly Said[]) => [...all].sort((a, b) => compareStamps(a.stamp, b.stamp));

describe('what a file is called that several articles have', () => {
  it('is what the newest delivery says of the article that brought it first', () => {
    fc.assert(
      fc.property(said, (all) => {
        const sorted = inOrder(all);
        const own = sorted.filter(({ article }) => article === sorted[0]?.article);
        expect(tell(all).file.alt).toBe(own.at(-1)?.alt);
      }),
    );
  });

  it('is the same in whatever order they are told, and again', () => {
    const twice = said.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray([...all, ...all], { minLength: all.length * 2 }),
      ),
    );
    fc.assert(
      fc.property(twice, ([all, other]) => {
        expect(tell(other)).toEqual(tell(all));
        for (const { article, stamp } of all) {
          expect(isClaimed(tell(other).claims, article, stamp)).toBe(true);
        }
      }),
    );
  });

  it('stays what an editor made of it', () => {
    const { claims, registers } = tell([{ article: 'a', stamp: [1, 0, 1], alt: 'one' }]);
    const next = heard(claims, 'a', [2, 0, 2], { alt: 'two' });
    expect(mergeClaims(next, { alt: 'mine' }, registers, 'keep').write).toEqual({});
    expect(mergeClaims(next, { alt: 'mine' }, registers, 'overwrite').write).toEqual({
      alt: 'two',
    });
  });

  it('stays the last one’s that spoke before there were claims', () => {
    const { registers } = tell([{ article: 'a', stamp: [5, 0, 5], alt: 'one' }]);
    const other: Said = { article: 'b', stamp: [1, 0, 1], alt: 'other' };
    const own: Said = { article: 'a', stamp: [5, 0, 5], alt: 'one' };
    const later: Said = { article: 'a', stamp: [6, 0, 6], alt: 'later' };
    const file = { alt: 'one' };
    expect(tell([other], registers, file).file).toEqual(file);
    expect(tell([other, own, later], registers, file).file).toEqual({ alt: 'later' });
  });
});

it('is called by the article that brought it first, however many have it', () => {
  const all = [...Array(30).keys()].map((place): Said => ({
    article: `article ${place}`,
    stamp: [place, 0, place],
    alt: `alt ${place}`,
  }));
  expect(tell([...all].reverse()).file).toMatchObject({ alt: 'alt 0' });
  const again: Said = { article: 'article 0', stamp: [40, 0, 40], alt: 'newer' };
  expect(tell([...all, again]).file).toMatchObject({ alt: 'newer' });
});
