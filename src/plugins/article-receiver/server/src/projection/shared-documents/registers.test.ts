import fc from 'fast-check';
import type { Fields } from '../merge/merge';
import {
  compareStamps,
  isSuperseded,
  mergeRegisters,
  type Registers,
  type Stamp,
} from './registers';

/** A document's columns are there before anything is said of them. */
const EMPTY: Fields = { name: null, language: null, note: null };

interface Said {
  stamp: Stamp;
  fields: Fields;
}

/** What deliveries say of a document; no two have the same place. */
const said = fc
  .uniqueArray(
    fc.record({
      stamp: fc.tuple(fc.nat(3), fc.nat(1), fc.nat(20)),
      fields: fc.dictionary(
        fc.constantFrom('name', 'language', 'note'),
        fc.constantFrom('a', 'b', 'c', null, ''),
      ),
    }),
    { selector: ({ stamp }) => stamp[2], maxLength: 6 },
  )
  .map((all) => all as Said[]);

function tell(all: readonly Said[]): { document: Fields; registers: Registers } {
  let document: Fields | null = null;
  let registers: Registers = {};
  for (const { stamp, fields } of all) {
    const merged = mergeRegisters(fields, stamp, document, registers, 'keep');
    document = { ...(document ?? EMPTY), ...merged.write };
    registers = merged.registers;
  }
  return { document: document ?? EMPTY, registers };
}

describe('mergeRegisters', () => {
  it('takes another nothing in an empty field for no edit', () => {
    const { registers } = mergeRegisters({ name: '' }, [1, 0, 1], EMPTY, {}, 'keep');
    const next = mergeRegisters({ name: 'a' }, [2, 0, 2], { name: null }, registers, 'keep');
    expect(next.write).toEqual({ name: 'a' });
  });

  it('ends in the same document in whatever order deliveries are told', () => {
    const shuffled = said.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([all, other]) => {
        const { document, registers } = tell(other);
        const expected = tell([...all].sort((a, b) => compareStamps(a.stamp, b.stamp)));
        expect(document).toEqual(expected.document);
        expect(registers).toEqual(expected.registers);
      }),
    );
  });

  it('changes nothing when a delivery is told again', () => {
    fc.assert(
      fc.property(said, (all) => {
        const { document, registers } = tell(all);
        for (const { stamp, fields } of all) {
          expect(isSuperseded(fields, stamp, registers)).toBe(true);
          expect(mergeRegisters(fields, stamp, document, registers, 'keep').write).toEqual({});
        }
      }),
    );
  });

  it('keeps what an editor wrote, unless told otherwise', () => {
    const { registers } = tell([{ stamp: [1, 0, 1], fields: { name: 'feed' } }]);
    const edited = { name: 'editor' };
    const next = (mode: 'keep' | 'overwrite') =>
      mergeRegisters({ name: 'newer' }, [2, 0, 2], edited, registers, mode).write;
    expect(next('keep')).toEqual({});
    expect(next('overwrite')).toEqual({ name: 'newer' });
  });
});

describe('two deliveries of the same times', () => {
  it('are told apart by their place in the log: the later one has the last word', () => {
    const [first, second]: Stamp[] = [
      [1, 1, 1],
      [1, 1, 2],
    ] as [Stamp, Stamp];
    const early = mergeRegisters({ name: 'early' }, first as Stamp, null, {}, 'keep');
    const late = mergeRegisters(
      { name: 'late' },
      second as Stamp,
      early.write,
      early.registers,
      'keep',
    );
    expect(late.write).toEqual({ name: 'late' });
    expect(compareStamps(first as Stamp, second as Stamp)).toBeLessThan(0);
  });
});

describe('a document that a person made', () => {
  it('keeps what is there, and gets what is empty', () => {
    const there = { name: 'Ours', language: null };
    const said = { name: 'Feed', language: 'en' };
    expect(mergeRegisters(said, [1, 1, 1], there, {}, 'keep').write).toEqual({ language: 'en' });
  });
});
