import fc from 'fast-check';
import { changedPart, MAX_WHOLE } from './changed-part';

const change = (before: unknown, after: unknown) => ({
  field: 'content',
  before,
  after,
  isKept: false,
});
const LONG = 'Water first. '.repeat(MAX_WHOLE);

describe('what is shown of a change', () => {
  it('is all of it where both texts are short, or no texts', () => {
    for (const same of [
      change('a'.repeat(MAX_WHOLE), 'b'.repeat(MAX_WHOLE)),
      change(null, 'Water'),
      change(null, null),
      change([LONG], [LONG, 'b']),
      change({ a: LONG }, LONG),
    ]) {
      expect(changedPart(same)).toBe(same);
    }
  });

  it('is the part of long texts that differs, with some of what stands around it', () => {
    const shown = changedPart(change(`${LONG}Stir.${LONG}`, `${LONG}Never stir.${LONG}`));
    expect(shown).toMatchObject({ field: 'content', isKept: false, isPart: true });
    expect(shown.before).toMatch(/^….{490,510}Stir\..{490,510}…$/);
    expect(shown.after).toMatch(/^….{490,510}Never stir\..{490,510}…$/);
  });

  it('is the beginning of a long text that is new, or gone', () => {
    const beginning = `${LONG.slice(0, MAX_WHOLE)}…`;
    expect(changedPart(change(null, LONG))).toMatchObject({ before: null, after: beginning });
    expect(changedPart(change(LONG, null))).toMatchObject({ before: beginning, after: null });
    expect(changedPart(change('', LONG))).toMatchObject({ before: '', after: beginning });
  });

  it('is what one side alone has, whatever else is left out of both', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '🌱'), maxLength: 300 });
    fc.assert(
      fc.property(text, text, text, text, (head, gone, come, tail) => {
        fc.pre(gone !== come);
        const around = ['z'.repeat(MAX_WHOLE) + head, tail + 'y'.repeat(MAX_WHOLE)] as const;
        const shown = changedPart(change(around.join(gone), around.join(come)));
        expect(String(shown.before)).toContain(head + gone + tail);
        expect(String(shown.after)).toContain(head + come + tail);
        expect(String(shown.before).length).toBeLessThan(2_500);
      }),
    );
  });
});
