import { some, taken, tampered, unusable, type HostileCase } from '../support/hostile-case';

const X = (length: number) => 'x'.repeat(length);
const names = (count: number) => Array.from({ length: count }, (_, n) => `word ${n}`);
const missing = () => expect.anything() as unknown;

const texts: HostileCase[] = [
  taken('a title of 300 characters', { title: X(300) }, { title: X(300) }),
  taken('a title of a megabyte', { title: X(2 ** 20) }, { title: X(2 ** 20) }),
  taken('a title of base64 letters', { title: X(2_048) }, { title: X(2_048) }),
  taken(
    'a description that looks like image data',
    { description: `data:image/png;base64,${X(4_096)}` },
    {
      description: `data:image/png;base64,${X(4_096)}`,
    },
  ),
  taken(
    'a megabyte of everything',
    { description: X(2 ** 20), author: X(2 ** 20), tldr: X(2 ** 20) },
    {
      description: X(2 ** 20),
      author: X(2 ** 20),
      tldr: X(2 ** 20),
    },
  ),
  taken(
    'content of ten megabytes',
    { content: 'word '.repeat(2_000_000) },
    {
      content: 'word '.repeat(2_000_000),
    },
  ),
  taken('a NUL in the title', { title: 'Before\u0000after' }, { title: 'Beforeafter' }, [
    'article.title',
  ]),
  taken('a lone surrogate in the title', { title: 'Half \ud83c' }, { title: 'Half \ufffd' }, [
    'article.title',
  ]),
  taken('a NUL in the content', { content: 'a\u0000b' }, { content: 'ab' }, ['article.content']),
  taken(
    'a lone surrogate in a list',
    { keywords: ['a', '\udc00'] },
    { keywords: ['a', '\ufffd'] },
    ['article.keywords.1'],
  ),
  taken(
    'control characters',
    { description: 'a\u0001\u001b[31m\u0007b' },
    {
      description: 'a\u0001\u001b[31m\u0007b',
    },
  ),
  taken(
    'a title of markup, which is text',
    { title: '<script>alert(1)</script>' },
    {
      title: '<script>alert(1)</script>',
      slug: expect.stringMatching(/^[a-z0-9-]+$/) as unknown,
    },
  ),
  taken(
    'a title written from right to left',
    { title: '\u202egnp.exe' },
    { title: '\u202egnp.exe' },
  ),
  taken(
    'a title of combining marks',
    { title: `a${'\u0301'.repeat(5_000)}` },
    {
      title: `a${'\u0301'.repeat(5_000)}`,
    },
  ),
  taken(
    'SQL in the title',
    { title: "'; DROP TABLE articles; --" },
    {
      title: "'; DROP TABLE articles; --",
    },
  ),
  taken(
    'a template in the title',
    { title: '${7*7} {{7*7}} %{7*7}' },
    {
      title: '${7*7} {{7*7}} %{7*7}',
    },
  ),
  unusable('a title of white space', { title: ' \t\n\u00a0' }, ['article.title']),
  unusable('a title of NULs', { title: '\u0000\u0000' }, ['article.title']),
  unusable('an empty title', { title: '' }, ['article.title']),
];

const lists: HostileCase[] = [
  taken('two thousand keywords', { keywords: names(2_000) }, { keywords: names(2_000) }),
  taken(
    'ten thousand tags',
    { tags: names(10_000) },
    {
      tags: some(250),
    },
    // Of those that are read, and of those that are taken.
    ['article.tags', 'article.tags'],
  ),
  taken(
    'one tag a thousand times',
    { tags: Array(1_000).fill('Tea') },
    {
      tags: [expect.objectContaining({ name: 'Tea' })],
    },
  ),
  taken(
    'tags whose slugs collide',
    { tags: ['C', 'C++', 'C#', 'c'] },
    {
      tags: some(3),
    },
  ),
  taken(
    'tags without a letter',
    { tags: ['', ' ', '\u0000', '🌱', '…'] },
    {
      tags: some(2),
    },
    ['article.tags.2'],
  ),
  taken(
    'a tag of a megabyte, and one of a thousand characters',
    { tags: [X(2 ** 20), X(1_000)] },
    {
      tags: [expect.objectContaining({ name: X(1_000) })],
    },
    ['article.tags'],
  ),
  taken(
    'tags of many kinds',
    { tags: ['plain', 7, null, {}, ['nested'], true] },
    {
      tags: [expect.objectContaining({ name: 'plain' })],
    },
    ['article.tags.1', 'article.tags.2', 'article.tags.3', 'article.tags.4', 'article.tags.5'],
  ),
  taken(
    'takeaways of many kinds',
    { keyTakeaways: ['one', 2, 'three'] },
    {
      keyTakeaways: ['one', 'three'],
    },
    ['article.keyTakeaways.1'],
  ),
  taken(
    'checks of any shape',
    { qualityFailedChecks: [1, 'two', { three: [null] }] },
    {
      qualityFailedChecks: [1, 'two', { three: [null] }],
    },
  ),
];

const DAYS = ['2026-02-30', '2025-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '9999999'];
const ODD_DAYS = ['0000-01-01', '0999-12-31', '10000-01-01', '-001-01-01', 'yesterday', '', ' '];

const days = [...DAYS, ...ODD_DAYS, '2026-09-14T00:00:00Z', '20260914'].map((day) =>
  taken(`the day ${JSON.stringify(day)}`, { frontmatterDate: day }, { frontmatterDate: null }, [
    'article.frontmatterDate',
  ]),
);

const INSTANTS = [
  ...['2026-02-30T00:00:00.000Z', '2026-09-14', '2026-09-14T25:00:00Z', '2026-09-14T10:00:61Z'],
  ...['0000-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999-14:00', '+275760-09-13T00:00:00.001Z'],
  ...['1789372800000', 'now', '', '2026-09-14 10:00:00', '2026-09-14T10:00:00'],
  '9999-12-31T23:59:59Z',
];

const instants = INSTANTS.flatMap((time) => [
  taken(`updated at ${JSON.stringify(time)}`, { updatedAt: time }, { sourceUpdatedAt: null }, [
    'article.updatedAt',
  ]),
  taken(`created at ${JSON.stringify(time)}`, { createdAt: time }, { sourceCreatedAt: null }, [
    'article.createdAt',
  ]),
  unusable(`the timestamp ${JSON.stringify(time)}`, {}, ['timestamp'], { timestamp: time }),
]);

const fineInstants = [
  '2026-09-14T10:00:00+02:00',
  '1000-01-01T00:00:00Z',
  '9999-12-30T23:59:59Z',
].map((time) =>
  taken(
    `updated at ${time}`,
    { updatedAt: time },
    { sourceUpdatedAt: new Date(time).toISOString() },
  ),
);

const COUNTS = [-1, 1.5, 2 ** 31, 2 ** 53, 1e300, '7', [7], { value: 7 }, true];

const numbers: HostileCase[] = [
  ...COUNTS.map((count) =>
    taken(`the word count ${JSON.stringify(count)}`, { wordCount: count }, { wordCount: null }, [
      'article.wordCount',
    ]),
  ),
  taken('the largest word count', { wordCount: 2 ** 31 - 1 }, { wordCount: 2 ** 31 - 1 }),
  ...[-1.5, 0, 1e300, 5e-324].map((score) =>
    taken(`the score ${score}`, { reviewScore: score }, { reviewScore: score }),
  ),
  ...['8', [8], true].map((score) =>
    taken(`the score ${JSON.stringify(score)}`, { reviewScore: score }, { reviewScore: null }, [
      'article.reviewScore',
    ]),
  ),
];

/** `1e400` cannot be written by JSON.stringify. */
const infinite: HostileCase[] = ['wordCount', 'reviewScore'].map((field) => {
  const delivery = tampered({ [field]: 123_456 });
  return {
    name: `an infinite ${field}`,
    body: () => JSON.stringify(delivery).replace('123456', '1e400'),
    status: 202,
    state: 'applied',
    issues: [`article.${field}`],
    articleId: delivery.article.id,
    article: { [field]: null },
  };
});

const BAD_IDS = ['', ' ', '\u0000', 'a\nb', '\ud800', X(256), X(100_000), 7, null, {}, ['art_1']];

const identities: HostileCase[] = [
  ...BAD_IDS.map((id) => ({
    ...unusable(`the id ${JSON.stringify(id).slice(0, 20)}`, { id }, ['article.id']),
    articleId: undefined,
  })),
  ...[X(255), '../../etc/passwd', "' OR 1=1 --", '__proto__', 'constructor', '🌱', '%', 'a b'].map(
    (id, n) =>
      taken(`the id ${id.slice(0, 20)}`, { id: n === 0 ? id : `${id}-${n}` }, { title: missing() }),
  ),
  taken('an id in capitals', { id: 'ART_CASE', title: 'Capitals' }, { title: 'Capitals' }),
  taken('the same id in small letters', { id: 'art_case', title: 'Small' }, { title: 'Small' }),
  taken('a campaign id of a kilobyte', { campaignId: X(1_024) }, { campaign: missing() }, [
    'article.campaignId',
  ]),
  taken(
    'two campaigns',
    { campaignId: 'cmp_one', campaign: { id: 'cmp_two', name: 'N' } },
    {
      campaign: expect.objectContaining({ sourceId: 'cmp_one', name: 'N' }) as unknown,
    },
    ['article.campaign.id'],
  ),
  taken('no campaign', { campaignId: null, campaign: null }, { campaign: null }),
];

const jsonLds: HostileCase[] = [
  ['no JSON', '{"@context":'],
  ['a scalar', '"text"'],
  ['a list of scalars', '[1,2]'],
  ['deep', '['.repeat(10_000) + ']'.repeat(10_000)],
  ['empty', ''],
].map(([name, content]) =>
  taken(`JSON-LD: ${name}`, { files: { jsonLd: { content } } }, { jsonLd: null }, [
    'article.files.jsonLd.content',
  ]),
);

const prototypeJsonLd = taken(
  'JSON-LD: __proto__',
  { files: { jsonLd: { content: '{"__proto__":{"x":1},"name":"a\\u0000\\ud800"}' } } },
  { jsonLd: { name: 'a\ufffd' } },
);

export const valueCases: HostileCase[] = [
  ...texts,
  ...lists,
  ...days,
  ...instants,
  ...fineInstants,
  ...numbers,
  ...infinite,
  ...identities,
  ...jsonLds,
  prototypeJsonLd,
];
