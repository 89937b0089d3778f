import { fingerprint } from './fingerprint';
import { asIfWritten, isAsWritten, madeOf, storedForms } from './stored-as';

describe('what a site made of the values that were written', () => {
  const written = { title: 'One', words: 3 };
  const past = {
    base: { title: fingerprint('One'), words: fingerprint(3) },
    storedAs: storedForms(written, { title: 'ONE', words: 3, note: 'ours' }),
  };

  it('is remembered where it is something else', () => {
    expect(past.storedAs).toEqual({ title: fingerprint('ONE') });
  });

  it.each([
    ['what was written', 'One', true],
    ['what the site made of it', 'ONE', true],
    ['anything else', 'Two', false],
  ])('is nobody’s edit: %s', (_, title, expected) => {
    expect(isAsWritten(past, 'title', title)).toBe(expected);
  });

  it('counts as what was written, for as long as the feed says the same', () => {
    const draft = { title: 'ONE', words: 3 };
    expect(madeOf(past, draft)).toEqual(['title']);
    expect(asIfWritten(draft, ['title'], written, past)).toEqual(written);
    expect(asIfWritten(draft, ['title'], { ...written, title: 'Two' }, past)).toBe(draft);
    expect(asIfWritten({ title: 'Ours' }, ['title'], written, past)).toEqual({ title: 'Ours' });
    expect(asIfWritten(null, ['title'], written, past)).toBeNull();
  });
});
