import fc from 'fast-check';
import { fingerprint } from './fingerprint';
import { mergeFields, type Fields } from './merge';

const value = fc.constantFrom('a', 'b', null, ['x'], 1);
const fields = fc.record({ title: value, tags: value, note: value }) as fc.Arbitrary<Fields>;

describe('mergeFields', () => {
  it('writes everything that differs when nobody edits, and then nothing more', () => {
    fc.assert(
      fc.property(fields, fields, (first, second) => {
        const made = mergeFields(first, null, null, 'keep');
        expect(made.write).toEqual(first);
        const next = mergeFields(second, first, made.base, 'keep');
        const document = { ...first, ...next.write };
        expect(document).toEqual(second);
        expect(next.held).toEqual([]);
        expect(mergeFields(second, document, next.base, 'keep').write).toEqual({});
      }),
    );
  });

  it('keeps each field that an editor changed, and offers what the feed changed too', () => {
    fc.assert(
      fc.property(fields, fields, fields, (first, edited, second) => {
        const { base } = mergeFields(first, null, null, 'keep');
        const { write, held, suggestions } = mergeFields(second, edited, base, 'keep');
        for (const name of Object.keys(first)) {
          const same = (a: Fields, b: Fields) =>
            JSON.stringify(a[name]) === JSON.stringify(b[name]);
          const isEdited = !same(first, edited);
          const isNews = !same(first, second);
          const agrees = same(second, edited);
          expect(held.includes(name)).toBe(isEdited && !agrees);
          expect(name in write).toBe(!isEdited && isNews);
          expect(name in suggestions).toBe(isEdited && isNews && !agrees);
        }
      }),
    );
  });

  it.each([
    [null, ''],
    ['', null],
    [[], null],
    [null, []],
  ])('takes %j for no edit where there was %j', (emptied, there) => {
    const { base } = mergeFields({ title: there }, null, null, 'keep');
    const again = mergeFields({ title: there }, { title: emptied }, base, 'keep');
    expect([again.write, again.held]).toEqual([{}, []]);
    const next = mergeFields({ title: 'a' }, { title: emptied }, again.base, 'keep');
    expect([next.write, next.suggestions]).toEqual([{ title: 'a' }, {}]);
  });

  it('lets the feed win everywhere where edits are overwritten', () => {
    fc.assert(
      fc.property(fields, fields, fields, (first, edited, second) => {
        const { base } = mergeFields(first, null, null, 'overwrite');
        const { write, held } = mergeFields(second, edited, base, 'overwrite');
        expect({ ...edited, ...write }).toEqual(second);
        expect(held).toEqual([]);
      }),
    );
  });

  it('says what it replaces', () => {
    const { base } = mergeFields({ title: 'a', note: 'a', tldr: 'a' }, null, null, 'keep');
    const wanted = { title: 'b', note: 'b', tldr: 'a' };
    const merge = mergeFields(wanted, { title: 'a', note: 'mine', tldr: 'a' }, base, 'keep');
    expect(merge.replaced).toEqual({ title: fingerprint('a') });
    expect(mergeFields(wanted, null, null, 'keep').replaced).toEqual({});
  });

  it('writes again what was lost, which nobody changed', () => {
    const { base } = mergeFields({ hero: 7 }, null, null, 'keep');
    const lost = (names: string[]) =>
      mergeFields({ hero: 7 }, { hero: null }, base, 'keep', new Set(names)).write;
    expect([lost(['hero']), lost([])]).toEqual([{ hero: 7 }, {}]);
  });

  it('offers nothing in the place of what a person wrote before there was a feed', () => {
    const { held, suggestions } = mergeFields({ note: '' }, { note: 'Ours' }, null, 'keep');
    expect([held, suggestions]).toEqual([['note'], {}]);
  });
});
