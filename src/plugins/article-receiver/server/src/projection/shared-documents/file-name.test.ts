import fc from 'fast-check';
import {
  formerStorageName,
  imageFileName,
  storageNameFor,
  storageSuffix,
  storageSuffixIn,
  type ImageNaming,
} from './file-name';

const DIGEST = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';

const name = (naming: Partial<ImageNaming>): string =>
  imageFileName({
    slug: 'pour-over-ratio',
    kind: null,
    alt: null,
    url: null,
    extension: 'jpg',
    digest: DIGEST,
    ...naming,
  });

describe('imageFileName', () => {
  it.each<[string, Partial<ImageNaming>, string]>([
    [
      'the name in the address',
      { url: 'https://cdn.example.com/a/hero.png?w=2#x' },
      'pour-over-ratio-hero.jpg',
    ],
    [
      'an escaped name',
      { url: 'https://x.example/%C3%96l%20kanne.webp' },
      'pour-over-ratio-oel-kanne.jpg',
    ],
    [
      'a name that repeats the slug',
      { url: '/pour-over-ratio-chart.png' },
      'pour-over-ratio-chart.jpg',
    ],
    [
      'the kind, where a machine made the name',
      { url: `/${DIGEST}.jpg`, kind: 'hero' },
      'pour-over-ratio-hero.jpg',
    ],
    [
      'the kind, for a UUID',
      { url: '/0b8f1a52-93c4-4e0d-8d0e-1f2a3b4c5d6e', kind: 'hero' },
      'pour-over-ratio-hero.jpg',
    ],
    [
      'the kind, for a number',
      { url: '/123456.jpg', kind: 'Inline' },
      'pour-over-ratio-inline.jpg',
    ],
    ['the alt text, without a kind', { alt: 'Water poured' }, 'pour-over-ratio-water-poured.jpg'],
    ['the digest, without anything', {}, 'pour-over-ratio-a1b2c3d4e5f6.jpg'],
    [
      'no host as a name',
      { url: 'https://cdn.example.com', kind: 'hero' },
      'pour-over-ratio-hero.jpg',
    ],
    ['no path', { slug: '../..', url: 'https://x/..%2F..%2Fetc%2Fpasswd' }, 'etc-passwd.jpg'],
    ['no backslash path', { slug: '', url: 'C:\\windows\\system32.dll' }, 'system32.jpg'],
    ['no device name', { slug: '', url: '/con.jpg' }, 'con-image.jpg'],
    ['no device name after the slug', { slug: 'aux', url: '/aux.png' }, 'aux-image.jpg'],
    ['no broken escapes', { url: '/%E0%A4%A.jpg', kind: 'hero' }, 'pour-over-ratio-e0-a4-a.jpg'],
    ['no foreign extension', { url: '/hero.php', extension: 'a/../b' }, 'pour-over-ratio-hero.bin'],
    ['no extension twice', { url: '/shell.php.jpg' }, 'pour-over-ratio-shell-php.jpg'],
  ])('%s', (_, naming, expected) => {
    expect(name(naming)).toBe(expected);
  });

  it('takes no short digest for a name', () => {
    expect(name({ url: '/a1b2c3d4e5f6a7b8.jpg', kind: 'hero' })).toBe('pour-over-ratio-hero.jpg');
  });

  it('cuts long parts', () => {
    const file = name({ slug: 'a'.repeat(200), kind: 'b'.repeat(200) });
    expect(file).toBe(`${'a'.repeat(60)}-${'b'.repeat(35)}.jpg`);
    expect(file).toHaveLength(100);
  });

  it('is a safe, short ASCII name for any input', () => {
    const text = fc.string({ unit: 'binary', maxLength: 300 });
    fc.assert(
      fc.property(text, fc.option(text), fc.option(text), fc.option(text), text, text, (...all) => {
        const [slug, kind, alt, url, extension, digest] = all;
        const file = imageFileName({ slug, kind, alt, url, extension, digest });
        expect(file).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]{1,5}$/);
        expect(file.length).toBeLessThanOrEqual(100);
        expect(file).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\./);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('the name in storage', () => {
  const digest = '3550e1b2c4d5f607'.repeat(4);

  it('is the readable one with the part that its bytes have, by which it is found', () => {
    const name = storageNameFor({ fileName: 'pour-over-ratio-hero.jpg', digest });
    expect(name).toBe('pour-over-ratio-hero_3550e1b2c4d5f607');
    expect(name.endsWith(storageSuffix(digest))).toBe(true);
    expect(formerStorageName(digest).endsWith(storageSuffix(digest))).toBe(true);
    expect(storageSuffixIn(name)).toBe(storageSuffix(digest));
    expect(storageSuffixIn('somebody-elses_1a2b')).toBeNull();
  });
});
