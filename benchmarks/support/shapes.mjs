import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../scripts/support/root.mjs';

const SAMPLE = join(ROOT, 'examples', 'deliveries', '01-ready-pour-over.json');

/** As many times as fit. @param {string} unit @param {number} bytes */
const fill = (unit, bytes) =>
  unit.repeat(
    Math.max(1, Math.floor(bytes / Buffer.byteLength(JSON.stringify(unit).slice(1, -1)))),
  );

/** A list with as many as fit. @param {string} json @param {number} bytes */
const listOf = (json, bytes) =>
  `[${Array(Math.max(1, Math.floor(bytes / (json.length + 1))))
    .fill(json)
    .join()}]`;

/** A name that no other shape has. */
const fresh = () => randomBytes(10).toString('hex');

/** What Markdown is made of, each as often as it fits. */
const MARKDOWN = {
  words: 'Water first, then coffee. ',
  paragraphs: 'Water first, then coffee.\n\n',
  links: '[a](/blog/b) ',
  'links in paragraphs': '[a](/blog/b)\n\n',
  'open links': '[a](',
  brackets: '[',
  'closing brackets': ']',
  images: '![',
  backticks: '`',
  'runs of backticks': '` `` ``` ',
  quotes: '>',
  'quoted lines': '> a\n',
  hyphens: '-',
  list: '- a\n',
  bars: '|',
  table: '| a | b |\n|---|---|\n',
  angles: '<',
  tags: '<a>',
  'tags in quotes': '<a href="x',
  comments: '<!--',
  ampersands: '&',
  entities: '&amp;',
  autolinks: '<https://a.b> ',
  www: 'www.a.b ',
  mail: 'a@b.c ',
  stars: '*a ',
  underscores: '_',
  tildes: '~',
  backslashes: '\\',
  'escaped angles': '\\<b',
  definitions: '[a]: b\n',
  notes: '[^a]: b\n\n',
  headings: '# a\n',
  lines: '\n',
  spaces: ' ',
  tabs: '\ta\n',
  emoji: '😀',
  'lone surrogates': '\ud800',
  umlauts: 'ü',
  NUL: '\u0000',
  'image addresses': 'https://cdn.example.com/x.jpg ',
};

/** @type {Record<string, (bytes: number) => Record<string, unknown>>} fields of the article */
const FIELDS = {
  title: (n) => ({ title: fill('word ', n) }),
  slug: (n) => ({ slug: fill('word-', n) }),
  'slug of umlauts': (n) => ({ slug: fill('ü ', n) }),
  description: (n) => ({ description: fill('word ', n) }),
  'tldr of quotes': (n) => ({ tldr: fill('"', n) }),
  id: (n) => ({ campaignId: fill('a', n) }),
  day: (n) => ({ frontmatterDate: fill('2', n) }),
  time: (n) => ({ updatedAt: `2026-09-14T08:00:00.${fill('1', n)}Z` }),
  category: (n) => ({ category: fill('a ', n) }),
  author: (n) => ({ author: fill('a ', n) }),
  language: (n) => ({ language: fill('en-', n) }),
  'one keyword': (n) => ({ keywords: [fill('k ', n)] }),
  keywords: (n) => ({ keywords: Array(15_000).fill(fill('k', n / 15_000)) }),
  takeaways: (n) => ({ keyTakeaways: Array(15_000).fill(fill('k ', n / 15_000)) }),
  tags: (n) => ({
    tags: Array.from({ length: 15_000 }, (_, at) => `${at} ${fill('t', n / 15_000)}`),
  }),
  'one tag': (n) => ({ tags: [fill('t ', n)] }),
  'tags of spaces': (n) => ({ tags: Array(500).fill(fill(' ', n / 500)) }),
  'failed checks': (n) => ({
    qualityFailedChecks: Array(6_000).fill({ a: fill('t ', n / 6_000) }),
  }),
  'llms.txt': (n) => ({ files: { llmTxt: { fileName: 'x', content: fill('# a\n', n) } } }),
  'llms.txt of image addresses': (n) => ({
    files: { llmTxt: { content: fill('https://cdn.example.com/x.jpg ', n) } },
    images: [{ url: 'https://cdn.example.com/x.jpg', base64: PIXEL, contentType: 'image/png' }],
  }),
  'JSON-LD': (n) => ({ files: { jsonLd: { content: JSON.stringify({ a: fill('b', n) }) } } }),
  'JSON-LD at its cap': () => ({
    files: { jsonLd: { content: JSON.stringify({ a: Array(9_990).fill('<a>'.repeat(12)) }) } },
  }),
  'image address': (n) => ({ heroImageUrl: `https://cdn.example.com/${fill('a', n)}` }),
  alt: (n) => ({ heroImageAlt: fill('a ', n), images: [{ alt: fill('a', 10), base64: PIXEL }] }),
  'images of a pixel': (n) => ({
    images: Array.from({ length: 1_000 }, (_, at) => ({
      url: `https://cdn.example.com/${at}.png`,
      alt: fill('a', n / 1_000),
      base64: PIXEL,
    })),
  }),
  'images of other bytes': (n) => ({
    images: Array.from({ length: 1_000 }, () => ({
      base64: randomBytes(Math.floor((n * 3) / 4 / 1_000)).toString('base64'),
    })),
  }),
  'one large base64': (n) => ({ images: [{ base64: fill('QUJD', n) }] }),
  'base64 with spaces': (n) => ({ images: [{ base64: fill('QUJD ', n) }] }),
  'base64 that is none': (n) => ({ images: [{ base64: `${fill('QUJD', n - 5)}*` }] }),
  'data address': (n) => ({ images: [{ dataUrl: `data:image/png;base64,${fill('QUJD', n)}` }] }),
  'data address without end': (n) => ({ images: [{ dataUrl: `data:${fill('image', n)}` }] }),
  'unknown text': (n) => ({ later: fill('a ', n) }),
  'unknown values': (n) => ({ later: Array(15_000).fill(fill('a', n / 15_000)) }),
  'unknown keys': (n) =>
    Object.fromEntries(
      Array.from({ length: 15_000 }, (_, at) => [`${at}${fill('k', n / 15_000)}`, 1]),
    ),
  'one key': (n) => ({ [fill('k', n)]: 1 }),
  'wrong types': (n) => ({
    images: Array(1_500).fill(fill('x', n / 1_500)),
    tags: Array(1_500).fill(1),
  }),
  'content of addresses': (n) => ({
    content: fill('https://cdn.example.com/x.jpg ', n),
    images: [{ url: 'https://cdn.example.com/x.jpg', base64: PIXEL }],
  }),
};

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/** Bodies that are no article of the feed, written out. @type {Record<string, (bytes: number) => string>} */
const BODIES = {
  'arrays in arrays': (n) => '['.repeat(n / 2) + ']'.repeat(n / 2),
  'objects in objects': (n) => '{"a":'.repeat(n / 6) + '1' + '}'.repeat(n / 6),
  'a nest, then values': (n) =>
    `${'['.repeat(32)}${Array(Math.floor(n / 2))
      .fill('1')
      .join()}`,
  numbers: (n) => listOf('1', n),
  objects: (n) => listOf('{}', n),
  quotes: (n) => '"'.repeat(n),
  escapes: (n) => `"${'\\'.repeat(n)}`,
  spaces: (n) => ' '.repeat(n),
  'no JSON': (n) => 'x'.repeat(n),
  'a number': (n) => '1'.repeat(n),
  'no UTF-8': (n) => '\u0000'.repeat(n - 1) + '{',
};

/**
 * @typedef {{ name: string, make: (bytes: number) => Promise<{ id: string | null, first: Buffer, second: Buffer }> }} Shape
 */

/** @returns {Promise<Shape[]>} */
export async function hostileShapes() {
  const sample = await readFile(SAMPLE, 'utf8');
  /** @param {(bytes: number) => Record<string, unknown>} fields */
  const article = (fields) => (/** @type {number} */ bytes) => {
    const { article: own, ...body } = JSON.parse(sample);
    const id = fresh();
    const common = { ...own, images: [], id: `art_${id}`, slug: `a-${id}` };
    const made = { ...common, ...fields(bytes) };
    const later = {
      description: 'Later.',
      ...('updatedAt' in fields(1) ? {} : { updatedAt: '2026-10-01T08:00:00.000Z' }),
    };
    const json = (/** @type {object} */ more) => Buffer.from(JSON.stringify({ ...body, ...more }));
    const status = 'published';
    return Promise.resolve({
      id: /** @type {string | null} */ (common.id),
      first: json({ article: made }),
      second: json({
        event: 'article.status_changed',
        timestamp: '2026-10-01T08:00:00.000Z',
        article: { ...made, ...later, ...more(made), status },
      }),
    });
  };
  return [
    ...Object.entries(MARKDOWN).map(([name, unit]) => ({
      name: `Markdown: ${name}`,
      make: article((n) => ({ content: fill(unit, n) })),
    })),
    ...Object.entries(FIELDS).map(([name, fields]) => ({ name, make: article(fields) })),
    ...Object.entries(BODIES).map(([name, body]) => ({
      name: `body: ${name}`,
      make: async (/** @type {number} */ n) => ({
        id: null,
        first: Buffer.from(body(n)),
        second: Buffer.from(` ${body(n)}`),
      }),
    })),
  ];
}

/** The text once more, a little different. @param {any} made */
const more = ({ content }) => ({ content: `.${content}` });
