import { createHash } from 'node:crypto';
import type { Issue } from '../../../shared/deliveries/deliveries';
import { readImages } from './images';
import { readDelivery } from './read';
import type { WireArticle, WireImage } from './wire';

const bytes = Buffer.from('the bytes of an image');
const base64 = bytes.toString('base64');
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');
const digest = sha256(bytes);
const reference = `sha256:${digest}`;

function read(image: Partial<WireImage>, stored: string[] = []) {
  const issues: Issue[] = [];
  const none = {
    kind: null,
    url: null,
    alt: null,
    caption: null,
    contentType: null,
    byteSize: null,
  };
  const images = [{ ...none, base64: null, dataUrl: null, ...image }];
  const [found] = readImages({ images } as unknown as WireArticle, new Set(stored), issues);
  return { found, paths: issues.map(({ path }) => path) };
}

/** An image as a body brings it. */
function arrived(image: object) {
  const article = { id: 'art_1', title: 'A title', images: [image] };
  const delivery = { event: 'article.ready', timestamp: '2026-01-01T00:00:00Z', article };
  const { reading, lifted } = readDelivery(Buffer.from(JSON.stringify(delivery)));
  if (reading.kind !== 'delivery') throw new Error('it is none');
  const stored = new Set(lifted.blobs.map(({ digest: one }) => one));
  return { article: reading.delivery.article, stored, issues: [] as Issue[] };
}

describe('readImages', () => {
  it.each([
    ['base64', { base64 }],
    ['base64 in lines', { base64: base64.replace(/(.{10})/g, '$1\r\n') }],
    ['the URL alphabet', { base64: base64.replaceAll('+', '-').replaceAll('/', '_') }],
    ['a data URL', { dataUrl: `data:image/png;base64,${base64}` }],
    ['a data URL with parameters, in capitals', { dataUrl: `DATA:image/png;x=y;BASE64,${base64}` }],
    ['both', { base64, dataUrl: `data:;base64,${base64}` }],
  ])('takes the bytes from %s', (_, image) => {
    const { found, paths } = read(image);
    expect(found?.bytes?.equals(bytes)).toBe(true);
    expect([found?.digest, paths]).toEqual([digest, []]);
  });

  it.each([
    ['short', 30],
    // Long enough to be cut out of the body.
    ['long', 3_000],
  ])('takes the bytes behind the head of a data URL in the field for base64: %s', (_, length) => {
    const image = Buffer.alloc(length, 'x');
    for (const head of ['data:image/png;base64,', 'data:,', 'DATA:image/png;x=y;BASE64,']) {
      const { issues, stored, article } = arrived({ base64: head + image.toString('base64') });
      const [found] = readImages(article, stored, issues);
      expect([found?.digest, issues]).toEqual([sha256(image), []]);
    }
  });

  it('takes a stored image for a reference, but only one that this body stored', () => {
    expect(read({ base64: reference }, [digest])).toMatchObject({
      found: { digest, bytes: null },
      paths: [],
    });
    expect(read({ base64: reference })).toMatchObject({
      found: { digest: null },
      paths: ['article.images.0.base64', 'article.images.0'],
    });
  });

  it('prefers base64 and says when the data URL holds something else', () => {
    const { found, paths } = read({ base64, dataUrl: 'data:image/png;base64,AAAA' });
    expect([found?.digest, paths]).toEqual([digest, ['article.images.0.dataUrl']]);
  });

  it('falls back to the data URL', () => {
    const { found, paths } = read({ base64: '!', dataUrl: `data:image/png;base64,${base64}` });
    expect([found?.digest, paths]).toEqual([digest, ['article.images.0.base64']]);
  });

  it.each([
    ['nothing', {}, ['article.images.0']],
    ['empty text', { base64: '', dataUrl: '' }, ['article.images.0']],
    [
      'a data URL that is none',
      { dataUrl: base64 },
      ['article.images.0.dataUrl', 'article.images.0'],
    ],
    [
      'an address',
      { dataUrl: 'https://x/y.png' },
      ['article.images.0.dataUrl', 'article.images.0'],
    ],
  ])('finds no bytes in %s', (_, image, expected) => {
    const { found, paths } = read(image);
    expect([found?.digest, paths]).toEqual([null, expected]);
  });
});
