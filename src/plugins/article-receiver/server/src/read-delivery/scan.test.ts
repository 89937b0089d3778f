import fc from 'fast-check';
import { scanJson } from './scan';

const scan = (text: string, maxDepth = 1_000, minLiftLength = 0) =>
  scanJson(Buffer.from(text), { maxDepth, minLiftLength });

/** What `JSON.parse` makes of a document, walked: how deep it is and which strings it holds. */
function reference(value: unknown): { depth: number; strings: string[] } {
  if (typeof value === 'string') return { depth: 0, strings: [value] };
  if (typeof value !== 'object' || value === null) return { depth: 0, strings: [] };
  const children = Object.values(value).map(reference);
  return {
    depth: 1 + Math.max(0, ...children.map(({ depth }) => depth)),
    strings: children.flatMap(({ strings }) => strings),
  };
}

/** JSON with keys in the order they are written; keys like "1" would be moved to the front. */
const json = fc
  .jsonValue({ maxDepth: 6, noUnicodeString: false })
  .map(
    (value) =>
      JSON.parse(JSON.stringify(value), (_, child: unknown) =>
        typeof child === 'object' && child !== null && !Array.isArray(child)
          ? Object.fromEntries(Object.entries(child).map(([key, held]) => [`k${key}`, held]))
          : child,
      ) as unknown,
  );

describe('scanJson', () => {
  it('finds the depth and every string value that JSON.parse finds', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const bytes = Buffer.from(text);
        const found = scanJson(bytes, { maxDepth: 1_000, minLiftLength: 0 });
        const strings = found.strings.map(
          ({ start, end }) => JSON.parse(bytes.toString('utf8', start - 1, end + 1)) as string,
        );
        const expected = reference(value);
        expect(found.tooDeep).toBe(false);
        const isTooDeep = (maxDepth: number) => scan(text, maxDepth).tooDeep;
        expect(isTooDeep(expected.depth)).toBe(false);
        if (expected.depth > 0) expect(isTooDeep(expected.depth - 1)).toBe(true);
        expect(strings).toEqual(expected.strings);
        expect(found.duplicateKeys).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  it('counts values at any depth, and stops there', () => {
    /** How deep each is by itself. */
    const units = {
      '1,': 0,
      '"\\"",': 0,
      '[],': 1,
      '{},': 1,
      '{"a":1},': 1,
      '{"__proto__":1},': 1,
      '[[]],': 2,
    };
    const shape = fc.record({
      depth: fc.integer({ min: 0, max: 200 }),
      unit: fc.constantFrom(...Object.entries(units)),
      open: fc.constantFrom('[', '{"a":'),
    });
    fc.assert(
      fc.property(shape, ({ depth, unit: [unit, deep], open }) => {
        const close = open === '[' ? ']' : '}';
        const text = `${open.repeat(depth)}[${unit.repeat(2_000)}1]${close.repeat(depth)}`;
        const options = { maxDepth: 30, minLiftLength: 1_024, maxValues: 1_000 };
        const found = scanJson(Buffer.from(text), options);
        expect(found.tooMany).toBe(true);
        const few = scanJson(Buffer.from(text), { ...options, maxValues: 20_000 });
        expect(few).toMatchObject({ tooMany: false, tooDeep: depth + 1 + deep > 30 });
      }),
      { numRuns: 200, examples: [[{ depth: 28, unit: ['[[]],', 2], open: '[' }]] },
    );
  });

  it('ends on any bytes, also on broken JSON', () => {
    const broken = fc.string({ unit: fc.constantFrom(...'{}[]",:\\ a1\u00e9'), maxLength: 80 });
    fc.assert(
      fc.property(fc.oneof(broken.map(Buffer.from), fc.uint8Array().map(Buffer.from)), (bytes) => {
        const { strings } = scanJson(bytes, { maxDepth: 8, minLiftLength: 1 });
        for (const { start, end } of strings) {
          expect(start).toBeLessThan(end);
          expect(bytes[end]).toBe(0x22);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('reports values of at least the given length, and never keys', () => {
    const text = '{"a long key of many bytes":"short","b":["exactly10!","ünter zwölf"]}';
    const bytes = Buffer.from(text);
    const { strings } = scanJson(bytes, { maxDepth: 5, minLiftLength: 10 });
    expect(strings.map(({ start, end }) => bytes.toString('utf8', start, end))).toEqual([
      'exactly10!',
      'ünter zwölf',
    ]);
  });

  it.each([
    ['an escaped quote', String.raw`{"a":"x\"y","a":1}`, String.raw`x\"y`],
    ['an escaped backslash at the end', String.raw`{"a":"x\\","a":1}`, String.raw`x\\`],
    ['many backslashes', `{"a":"${'\\\\'.repeat(500)}","a":1}`, '\\\\'.repeat(500)],
    ['many escaped quotes', `{"a":"${'\\"'.repeat(500)}","a":1}`, '\\"'.repeat(500)],
    [
      'a long run and then an escape',
      `{"a":"${'x'.repeat(99)}\\"z","a":1}`,
      `${'x'.repeat(99)}\\"z`,
    ],
  ])('ends a string rightly with %s', (_, text, inner) => {
    const bytes = Buffer.from(text);
    const { strings, duplicateKeys } = scanJson(bytes, { maxDepth: 5, minLiftLength: 1 });
    expect(strings.map(({ start, end }) => bytes.toString('utf8', start, end))).toEqual([inner]);
    expect(duplicateKeys).toEqual(['a']);
  });

  it('names keys that stand twice in one object, however they are written', () => {
    expect(scan('{"a":{"b":1,"\\u0062":2},"c":{"b":1}}').duplicateKeys).toEqual(['a.b']);
    expect(scan('{"images":[{},{"alt":"","alt":""}]}').duplicateKeys).toEqual(['images.1.alt']);
    expect(scan('{"a":1,"b":{"a":1}}').duplicateKeys).toEqual([]);
    expect(scan('["a","a"]').duplicateKeys).toEqual([]);
    expect(scan('{"a":"b","b":"a"}').duplicateKeys).toEqual([]);
  });

  it('names at most twenty duplicate keys, each once', () => {
    const keys = Array.from({ length: 30 }, (_, number) => `"k${number}":0`);
    expect(scan(`{${[...keys, ...keys, ...keys].join()}}`).duplicateKeys).toHaveLength(20);
    expect(scan('{"a":1,"a":2,"a":3}').duplicateKeys).toEqual(['a']);
  });

  it('stops looking for duplicate keys after a hundred thousand, to bound memory', () => {
    const keys = (count: number): string =>
      Array.from({ length: count }, (_, number) => `"k${number}":0`).join();
    expect(scan(`{${keys(99_999)},"k0":1}`).duplicateKeys).toEqual(['k0']);
    expect(scan(`{${keys(100_001)},"k0":1}`).duplicateKeys).toEqual([]);
  });

  it('finds __proto__ keys, also disguised, but not as values', () => {
    expect(scan('{"a":[{"__proto__":{}}]}').protoKeys).toEqual(['a.0.__proto__']);
    expect(scan('{"\\u005f_proto__":1}').protoKeys).toEqual(['__proto__']);
    expect(scan('{"a":"__proto__"}').protoKeys).toEqual([]);
  });

  it('only counts what nests too deep, and looks into the rest', () => {
    expect(scan('[[1]]', 2)).toMatchObject({ tooDeep: false });
    expect(scan('[[["below"],{"a":1}],"after"]', 2)).toMatchObject({
      tooDeep: true,
      strings: [{ path: '1' }],
    });
    expect(scan('"[[[["', 0)).toMatchObject({ tooDeep: false });
  });

  it.each([
    ['one long string', () => `{"a":"${'A'.repeat(8_000_000)}"}`],
    ['escaped quotes', () => `{"a":"${'\\"'.repeat(4_000_000)}"}`],
    ['backslashes', () => `{"a":"${'\\'.repeat(8_000_000)}`],
    ['brackets', () => '['.repeat(8_000_000)],
    ['closing brackets', () => ']'.repeat(8_000_000)],
    ['keys', () => `{${'"a":1,'.repeat(1_000_000)}}`],
    ['different keys', () => `{${Array.from({ length: 600_000 }, (_, n) => `"${n}":1`).join()}}`],
    ['one long key', () => `{"${'k'.repeat(8_000_000)}":1}`],
  ])('comes to the end of eight megabytes of %s', (_, make) => {
    const bytes = Buffer.from(make());
    const { duplicateKeys } = scanJson(bytes, { maxDepth: 32, minLiftLength: 1_024 });
    expect(duplicateKeys.length).toBeLessThanOrEqual(20);
  });
});
