import fc from 'fast-check';
import { isValidSlug, MAX_SLUG_LENGTH, rememberSlug, slugOf, toSlug, uniqueSlug } from './slug';

const anyText = fc.string({ unit: 'binary', maxLength: 400 });
const slugs = fc.stringMatching(/^[a-z0-9]{1,8}(-[a-z0-9]{1,8}){0,3}$/);

describe('isValidSlug', () => {
  it.each(['a', '7', 'pour-over-ratio', 'a'.repeat(200)])('takes %s', (slug) => {
    expect(isValidSlug(slug)).toBe(true);
  });

  it.each([
    '',
    '-',
    'a-',
    '-a',
    'a--b',
    'A',
    'ä',
    'a_b',
    'a b',
    'a/b',
    '..',
    'a.b',
    'a\0',
    'a\n',
    '٣',
    'a'.repeat(201),
  ])('refuses %j', (slug) => {
    expect(isValidSlug(slug)).toBe(false);
  });
});

describe('toSlug', () => {
  it('needs no more of a text than the log of deliveries keeps of it', () => {
    for (const text of [
      `${'Über words '.repeat(500)}end`,
      '-'.repeat(3_000),
      `${'a'.repeat(999)}😀b`,
    ]) {
      expect(toSlug(text.slice(0, 1_000).toWellFormed(), 'T', 'art_1')).toBe(
        toSlug(text, 'T', 'art_1'),
      );
    }
  });

  it.each([
    ['kept as delivered', 'kette-richtig-oelen', 'Another title', 'kette-richtig-oelen'],
    ['made from what was delivered', 'Pour Over/Ratio', 'Title', 'pour-over-ratio'],
    [
      'German',
      null,
      'Fahrradkette richtig ölen: Größe & Maß',
      'fahrradkette-richtig-oelen-groesse-and-mass',
    ],
    ['other Latin letters', null, 'Smørrebrød à la ǎṽ Łódź', 'smorrebrod-a-la-av-lodz'],
    ['Cyrillic', null, 'Чистый кофе', 'chistyj-kofe'],
    ['decomposed letters', null, 'O\u0308l', 'oel'],
    ['punctuation between words', null, 'before/after—then…now', 'before-after-then-now'],
    [
      'what nobody sees',
      null,
      'Do\u00adnau\u200bdampf\u200dschiff\u2060fahrt',
      'donaudampfschifffahrt',
    ],
    ['letters in other forms', null, 'A ﬁne oﬃce in Ａ４ and 𝐛𝐨𝐥𝐝', 'a-fine-office-in-a4-and-bold'],
    ['paths', '../../etc/passwd', 'T', 'etc-passwd'],
    ['only dots', '..', 'Title', 'title'],
    ['NUL', 'a\0b', 'Title', 'a-b'],
    ['an empty one, from the title', '', 'A title', 'a-title'],
    ['nothing to write in ASCII, from the source id', '漢字', '日本語', 'art-c9bd'],
  ])('%s', (_, delivered, title, expected) => {
    expect(toSlug(delivered, title, 'art_c9bd')).toBe(expected);
  });

  it('is valid for any input, and keeps what is valid', () => {
    fc.assert(
      fc.property(fc.option(anyText), anyText, anyText, (delivered, title, fallback) => {
        const slug = toSlug(delivered, title, fallback);
        expect(isValidSlug(slug)).toBe(true);
        expect(toSlug(slug, title, fallback)).toBe(slug);
      }),
      { numRuns: 1_000 },
    );
  });

  it('cuts a long title at a word', () => {
    const slug = toSlug(null, 'grinders '.repeat(100), 'x');
    expect(slug.length).toBeLessThanOrEqual(MAX_SLUG_LENGTH);
    expect(slug).toMatch(/^grinders(-grinders)+$/);
  });
});

describe('slugOf', () => {
  it('is empty when there is nothing to write', () => {
    expect(slugOf('… 漢字 —')).toBe('');
  });
});

describe('uniqueSlug', () => {
  const taken =
    (...slugs: string[]) =>
    (slug: string): boolean =>
      slugs.includes(slug);

  it.each([
    ['a free one', 'x', null, [], 'x'],
    ['the first free number', 'x', null, ['x', 'x-2'], 'x-3'],
    ['its number, while the plain one is taken', 'x', 'x-2', ['x'], 'x-2'],
    ['its number, when the plain one became free', 'x', 'x-3', [], 'x-3'],
    ['a new one when its own was taken by another', 'x', 'x-2', ['x', 'x-2'], 'x-3'],
    ['the new wish when it really changed', 'y', 'x-2', [], 'y'],
    ['no other number than from 2 on', 'x', 'x-1', [], 'x'],
    ['no number zero', 'x', 'x-0', [], 'x'],
    ['no number with zeros', 'x', 'x-02', [], 'x'],
    ['a slug that ends in a number as it is', 'top-10', null, ['top-10'], 'top-10-2'],
  ])('gives %s', async (_, desired, current, others, expected) => {
    expect(await uniqueSlug(desired, current, taken(...others))).toBe(expected);
  });

  it('tells a new wish from a number when the wish before is known', async () => {
    expect(await uniqueSlug('top', 'top-10', taken(), 'top-10')).toBe('top');
    expect(await uniqueSlug('top', 'top-10', taken(), 'top')).toBe('top-10');
  });

  it('gives a valid slug that is not taken, and the same one again', async () => {
    await fc.assert(
      fc.asyncProperty(slugs, fc.nat({ max: 30 }), async (desired, count) => {
        const others = [desired, ...Array.from({ length: count }, (_, n) => `${desired}-${n + 2}`)];
        const first = await uniqueSlug(desired, null, (slug) =>
          Promise.resolve(others.includes(slug)),
        );
        expect(isValidSlug(first)).toBe(true);
        expect(others).not.toContain(first);
        expect(await uniqueSlug(desired, first, taken(...others))).toBe(first);
        expect(await uniqueSlug(desired, first, taken())).toBe(first);
      }),
    );
  });

  it('keeps the length cap', async () => {
    const desired = `${'a'.repeat(197)}-bb`;
    const second = await uniqueSlug(desired, null, taken(desired));
    expect(isValidSlug(second)).toBe(true);
    expect(second).toBe(`${'a'.repeat(197)}-2`);
    expect(await uniqueSlug(desired, second, taken(desired))).toBe(second);
  });

  it('gives up instead of asking for ever', async () => {
    await expect(uniqueSlug('x', null, () => true)).rejects.toThrow('No free slug for "x"');
  });
});

describe('rememberSlug', () => {
  it.each([
    ['nothing for a new article', [], null, 'a', []],
    ['nothing when nothing changed', ['z'], 'a', 'a', ['z']],
    ['the old one, newest last', ['z'], 'a', 'b', ['z', 'a']],
    ['never the current one', ['b', 'z'], 'a', 'b', ['z', 'a']],
    ['each once', ['a', 'z', 'z'], 'a', 'b', ['z', 'a']],
  ])('remembers %s', (_, previous, old, now, expected) => {
    expect(rememberSlug(previous, old, now)).toEqual(expected);
  });

  it('holds every earlier slug once and never the current one, over any history', () => {
    fc.assert(
      fc.property(fc.array(slugs, { minLength: 1 }), (history) => {
        let previous: string[] = [];
        history.forEach((now, index) => {
          previous = rememberSlug(previous, history[index - 1] ?? null, now);
        });
        const last = history.at(-1);
        expect(new Set(previous)).toEqual(new Set(history.filter((slug) => slug !== last)));
        expect(new Set(previous).size).toBe(previous.length);
      }),
    );
  });
});
