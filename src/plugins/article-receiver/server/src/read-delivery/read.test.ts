import fc from 'fast-check';
import { factsOf } from './facts';
import { readDelivery, readSkeleton } from './read';

const minimal = {
  event: 'article.ready',
  timestamp: '2026-09-01T10:00:00.000Z',
  article: { id: 'art_1', title: 'Title' },
};
const read = (text: string | Buffer) => readDelivery(Buffer.from(text as string)).reading;
const article = (fields: object) => ({ ...minimal, article: { ...minimal.article, ...fields } });
const readJson = (value: unknown) => read(JSON.stringify(value));

/** The sizes of the buffers and of the strings that are made from bytes while something is done. */
function allocationsOf(work: () => void): { buffers: number[]; strings: number[] } {
  const buffers = (['alloc', 'allocUnsafe', 'allocUnsafeSlow', 'concat'] as const).map((name) =>
    jest.spyOn(Buffer, name),
  );
  const strings = jest.spyOn(Buffer.prototype, 'toString');
  try {
    work();
    const sizesOf = (results: { value: unknown }[]) =>
      results.map(({ value }) => (value as Buffer | string).length);
    return {
      buffers: buffers.flatMap(({ mock }) => sizesOf(mock.results)),
      strings: sizesOf(strings.mock.results),
    };
  } finally {
    jest.restoreAllMocks();
  }
}

describe('readDelivery', () => {
  it('takes a delivery with nothing but its identity', () => {
    expect(readJson(minimal)).toMatchObject({ kind: 'delivery', issues: [] });
  });

  it('parses nothing of a body with too many values, however they are nested', () => {
    const parse = jest.spyOn(JSON, 'parse');
    const shape = fc.tuple(
      fc.integer({ min: 0, max: 100 }),
      fc.constantFrom('[],', '{},', '1,', '{"a":[1]},', '"x",', '[[[]]],'),
      fc.constantFrom('tags', 'images', 'more'),
    );
    fc.assert(
      fc.property(shape, ([depth, unit, field]) => {
        const values = `${'['.repeat(depth + 1)}${unit.repeat(20_001)}1${']'.repeat(depth + 1)}`;
        const body = JSON.stringify(minimal).replace('"id"', `"${field}":${values},"id"`);
        parse.mockClear();
        expect(read(body)).toMatchObject({
          kind: 'invalid',
          issues: [{ path: '', message: 'expected at most 20000 values' }],
        });
        expect(parse).not.toHaveBeenCalled();
      }),
      { numRuns: 30 },
    );
    parse.mockRestore();
  });

  it.each([
    ['a table', 'a,b\n'],
    ['numbers', '1,'],
    ['an end without a beginning', ']},'],
    ['a table behind a byte order mark and white space', '\ufeff\r\n\t a,b'],
  ])('says of %s that it is no JSON, however many values it has, and parses nothing', (_, unit) => {
    const body = Buffer.from(unit + 'a,b\n'.repeat(30_000));
    const parse = jest.spyOn(JSON, 'parse');
    const reading = read(body);
    const calls = parse.mock.calls.length;
    parse.mockRestore();
    expect([reading.kind, reading.issues.map(({ code }) => code), calls]).toEqual([
      'malformed',
      ['bodyNoJson'],
      0,
    ]);
    expect(readSkeleton(body)).toEqual(reading);
  });

  it('takes what is read of the fullest delivery, and parses nothing of one with more in it', () => {
    const images = Array(1_000).fill({
      kind: '',
      url: '',
      alt: '',
      caption: '',
      contentType: '',
      byteSize: 0,
      base64: '',
      dataUrl: '',
    });
    const list = Array(2_000).fill('x');
    const full = {
      ...minimal.article,
      images,
      tags: list,
      keywords: list,
      keyTakeaways: list,
      qualityFailedChecks: list,
    };
    expect(readJson({ ...minimal, article: full }).kind).toBe('delivery');
    const more = { ...full, later: Array(4_000).fill(0) };
    const body = JSON.stringify({ ...minimal, article: more });
    const parse = jest.spyOn(JSON, 'parse');
    const { kind, issues } = read(body);
    const calls = parse.mock.calls.length;
    parse.mockRestore();
    expect([kind, issues.map(({ code }) => code), calls]).toEqual([
      'invalid',
      ['bodyTooManyValues'],
      0,
    ]);
  });

  it('reads a bounded part of a list', () => {
    const tags = Array.from({ length: 5_000 }, (_, n) => (n % 2 === 0 ? `t${n}` : n));
    const reading = readJson({ ...minimal, article: { ...minimal.article, tags } });
    expect(reading).toMatchObject({
      kind: 'delivery',
      delivery: {
        article: { tags: tags.slice(0, 2_000).filter((tag) => typeof tag === 'string') },
      },
    });
    expect(reading.issues[0]).toEqual({
      path: 'article.tags',
      message: 'expected at most 2000 entries; the rest was left out',
      code: 'tooManyEntries',
      values: { max: 2_000 },
    });
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a cut-off body', '{"event":'],
    ['two documents', '{}{}'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22])],
  ])('calls %s malformed', (_, body) => {
    expect(read(body).kind).toBe('malformed');
  });

  it.each([
    ['a scalar', '1'],
    ['null', 'null'],
    ['a list', '[]'],
    ['nothing of note', '{}'],
    ['too deep a document', '['.repeat(65) + ']'.repeat(65)],
    ['an article without a title', JSON.stringify({ ...minimal, article: { id: 'a' } })],
    ['a time that is none', JSON.stringify({ ...minimal, timestamp: '2026-13-45' })],
    [
      'an id that no column can hold',
      JSON.stringify({ ...minimal, article: { id: 'x'.repeat(256), title: 'T' } }),
    ],
    [
      'an id of control characters',
      JSON.stringify({ ...minimal, article: { id: 'a\nb', title: 'T' } }),
    ],
  ])('calls %s invalid', (_, body) => {
    expect(read(body).kind).toBe('invalid');
  });

  it('takes a byte order mark, escapes and any order of keys', () => {
    const { event, timestamp, article } = minimal;
    const other = JSON.stringify({ article, timestamp, event }, null, 2).replace('T', '\\u0054');
    expect(read(`\ufeff${other}`)).toEqual(readJson(minimal));
  });

  it('names a field that stands there twice', () => {
    const reading = read(JSON.stringify(minimal).replace('{', '{"event":"x",'));
    expect(reading).toMatchObject({ kind: 'delivery', delivery: { event: 'article.ready' } });
    expect(reading.issues).toMatchObject([{ path: 'event', code: 'fieldTwice' }]);
  });

  it('does not quote the body where it is broken', () => {
    const [issue] = read('{"secret": nonsense}').issues;
    expect(issue?.message).not.toContain('nonsense');
  });

  it.each([
    ['', '', 'bodyEmpty'],
    [Buffer.from([0x22, 0xff, 0x22]), '', 'bodyNotUtf8'],
    ['{"event":', '', 'bodyNoJson'],
    ['{event', '', 'bodyNoJsonAt'],
    ['[]', '', 'noObject'],
    [{ ...minimal, timestamp: 'then' }, 'timestamp', 'noTime'],
    [{ ...minimal, timestamp: '0001-01-01T00:00:00Z' }, 'timestamp', 'noYear'],
    [{ ...minimal, event: 7 }, 'event', 'noKey'],
    [{ ...minimal, article: { id: 'a' } }, 'article.title', 'fieldMissing'],
    [{ ...minimal, article: { id: 'a', title: ' ' } }, 'article.title', 'noTitle'],
    [article({ tldr: 7 }), 'article.tldr', 'noText'],
    [article({ tldr: 'a\u0000b' }), 'article.tldr', 'charactersLeftOut'],
    [article({ tags: 'a' }), 'article.tags', 'noList'],
    [article({ campaign: 'a' }), 'article.campaign', 'noObject'],
    [article({ wordCount: 1.5 }), 'article.wordCount', 'noCount'],
    [article({ wordCount: -1 }), 'article.wordCount', 'noCount'],
    [article({ reviewScore: 'good' }), 'article.reviewScore', 'noNumber'],
    [article({ frontmatterDate: 'today' }), 'article.frontmatterDate', 'noDay'],
    [JSON.stringify(minimal).replace('{', '{"__proto__":1,'), '__proto__', 'fieldRefused'],
  ])('says what is wrong with %j so that it can be worded in any language', (body, path, code) => {
    const isWire = typeof body === 'string' || Buffer.isBuffer(body);
    const { issues } = isWire ? read(body) : readJson(body);
    expect(issues).toMatchObject([{ path, code }]);
  });

  it('reads a stored body as it read the arriving one', () => {
    const base64 = fc
      .uint8Array({ minLength: 800, maxLength: 1_200 })
      .map((bytes) => Buffer.from(bytes).toString('base64'));
    fc.assert(
      fc.property(fc.jsonValue(), fc.array(base64, { maxLength: 3 }), (extra, images) => {
        const article = {
          ...minimal.article,
          extra,
          images: images.map((data) => ({ url: data })),
        };
        const { lifted, reading } = readDelivery(
          Buffer.from(JSON.stringify({ ...minimal, article })),
        );
        expect(readSkeleton(lifted.skeleton)).toEqual(reading);
      }),
    );
  });
});

describe('the memory that a body with images takes', () => {
  const IMAGE = 600_000;
  const images = [1, 2].map((fill) => {
    const base64 = Buffer.alloc(IMAGE, fill).toString('base64');
    return { kind: 'inline', base64, dataUrl: `data:image/png;base64,${base64}` };
  });
  const body = Buffer.from(JSON.stringify({ ...minimal, article: { ...minimal.article, images } }));

  it('is the bytes of each image once, and no string of its data', () => {
    const { buffers, strings } = allocationsOf(() => readDelivery(body));
    const rest = 10_000;
    expect(buffers.reduce((sum, size) => sum + size)).toBeLessThan(images.length * IMAGE + rest);
    // Pieces of the base64 on their way through the decoder.
    expect(Math.max(...strings)).toBeLessThanOrEqual(64 * 1024);
  });
});

describe('factsOf', () => {
  it('gives what identifies and times a delivery', () => {
    const reading = readJson({
      ...minimal,
      orgId: 'org_1',
      article: {
        ...minimal.article,
        slug: 's',
        status: 'draft',
        campaign: { id: 'cmp_1' },
        updatedAt: '2026-09-01T11:00:00+02:00',
      },
    });
    expect(factsOf(reading)).toEqual({
      event: 'article.ready',
      orgId: 'org_1',
      articleId: 'art_1',
      campaignId: 'cmp_1',
      title: 'Title',
      slug: 's',
      sourceStatus: 'draft',
      occurredAt: Date.parse('2026-09-01T10:00:00Z'),
      occurredBelow: 0,
      sourceUpdatedAt: Date.parse('2026-09-01T09:00:00Z'),
      sourceUpdatedBelow: 0,
      plannedFor: null,
    });
  });

  it.each([
    ['2026-09-01T10:00:00Z', 0],
    ['2026-09-01T10:00:00.5Z', 0],
    ['2026-09-01T10:00:00.123Z', 0],
    ['2026-09-01T10:00:00.1234Z', 400_000],
    ['2026-09-01T10:00:00.123456+02:00', 456_000],
    ['2026-09-01T10:00:00.123000001Z', 1],
    ['2026-09-01T10:00:00.123456789999Z', 456_789],
  ])('keeps what %s says below a millisecond', (timestamp, nanoseconds) => {
    const facts = factsOf(readJson({ ...minimal, timestamp }));
    expect(facts).toMatchObject({
      occurredAt: Date.parse(timestamp),
      occurredBelow: nanoseconds,
    });
  });

  it('gives what an unusable one says, and nothing for the rest', () => {
    expect(factsOf(readJson({ event: 'e', article: { title: 'T' } }))).toMatchObject({
      event: 'e',
      title: 'T',
      articleId: null,
      occurredAt: null,
    });
    expect(Object.values(factsOf(read('?'))).every((fact) => fact === null)).toBe(true);
  });
});
