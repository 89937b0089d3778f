import { gzipSync } from 'node:zlib';
import { makeDelivery } from '../../support/feed/deliveries';
import { tampered, type HostileCase } from '../support/hostile-case';

const delivery = () => Buffer.from(JSON.stringify(makeDelivery()));

const malformed = (name: string, body: Buffer | string): HostileCase => ({
  name: `malformed: ${name}`,
  body: () => body,
  status: 400,
  state: 'quarantined',
  issues: [''],
});

const notADelivery = (name: string, text: string): HostileCase => ({
  name: `no delivery: ${name}`,
  body: () => text,
  status: 422,
  state: 'quarantined',
});

const TEXTS = [
  ...['', ' ', '{', '}', '[', ']', '"', 'nul', 'tru', 'NULL', 'undefined', '{"a"}', '{"a":}'],
  ...['{a:1}', "{'a':1}", '{"a":1,}', '[1,]', '[,1]', '{,}', '{"a":01}', '{"a":+1}', '{"a":.5}'],
  ...['{"a":1.}', '{"a":0x10}', '{"a":NaN}', '{"a":Infinity}', '{"a":-}', '{"a":1e}', '"\\x"'],
  ...['"\\u12"', '"\\u{61}"', '"a\nb"', '"a\tb"', '"\u0000"', '{"a":1}{"b":2}', '{} x', '{}\u0000'],
  ...[
    '// x\n{}',
    '/* x */{}',
    '<article/>',
    'event=article.ready',
    '--x\r\n\r\n{}',
    '\ufeff\ufeff{}',
  ],
  ...['{"a":1 "b":2}', '[1 2]', '{"a"::1}', '{1:2}', '{null:1}', ")]}',\n{}", 'callback({})'],
];

/** Broken at ten places over its length. */
const cut = Array.from({ length: 9 }, (_, index) => {
  const tenth = index + 1;
  const whole = delivery();
  return malformed(`cut off at ${tenth} tenths`, whole.subarray(0, (whole.length * tenth) / 10));
});

/** A structural byte turned into another, at places over its length. */
const bent = ['{', '}', '[', ']', ':', ',', '"'].map((mark) => {
  const text = delivery().toString();
  const at = text.indexOf(mark, text.length / 3);
  return malformed(`a ${mark} turned into a ;`, `${text.slice(0, at)};${text.slice(at + 1)}`);
});

const withBytes = (bytes: number[]) => {
  const text = JSON.stringify(makeDelivery({ article: { title: 'HERE' } }));
  const [before = '', after = ''] = text.split('HERE', 2);
  return Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)]);
};

const ENCODINGS: [string, Buffer][] = [
  ['a byte that no UTF-8 has', withBytes([0xff])],
  ['a NUL in two bytes', withBytes([0xc0, 0x80])],
  ['a surrogate as bytes', withBytes([0xed, 0xa0, 0x80])],
  ['half a character', withBytes([0xe2, 0x82])],
  ['a character beyond Unicode', withBytes([0xf4, 0x90, 0x80, 0x80])],
  ['Latin-1', withBytes([0xe4])],
  ['UTF-16, little-endian', Buffer.from(delivery().toString(), 'utf16le')],
  ['UTF-16, big-endian', Buffer.from(delivery().toString(), 'utf16le').swap16()],
  ['gzip that says nothing of it', gzipSync(delivery())],
  ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
];

/** A delivery with a list of these values so many lists deep. */
const atDepth = (depth: number, values: string): string =>
  JSON.stringify(tampered({ more: 'HERE' })).replace(
    '"HERE"',
    `${'['.repeat(depth)}${values}${']'.repeat(depth)}`,
  );

const NO_DELIVERIES: [string, string][] = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-1',
    '1e999',
    '"text"',
    '[]',
    '{}',
    '[{}]',
    '{"article":{}}',
  ].map((text): [string, string] => [text, text]),
  ['a delivery in a list', `[${delivery().toString()}]`],
  ['a delivery as a string', JSON.stringify(delivery().toString())],
  ['an article as a string', JSON.stringify({ ...makeDelivery(), article: '{"id":"art_1"}' })],
  ['an empty article', JSON.stringify({ ...makeDelivery(), article: {} })],
  ['a deep list', '['.repeat(5_000) + ']'.repeat(5_000)],
  ['a very deep object', '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)],
  ['a million empty images', JSON.stringify(tampered({ images: Array(1_000_000).fill({}) }))],
  ['2 MB of wrong tags', JSON.stringify(tampered({ tags: Array(700_000).fill([]) }))],
  ['values below the deepest level', atDepth(32, '[],'.repeat(700_000) + '1')],
  ['numbers below the deepest level', atDepth(40, '1,'.repeat(900_000) + '1')],
  ['objects in objects in objects', atDepth(1, '{"a":{"b":{}}},'.repeat(200_000) + '1')],
  [
    'a million keys',
    JSON.stringify(
      tampered(Object.fromEntries(Array.from({ length: 300_000 }, (_, n) => [`k${n}`, n]))),
    ),
  ],
  ['an unknown field of 20,001 values', JSON.stringify(tampered({ more: Array(20_001).fill(1) }))],
  ['a deep list of a million brackets that never ends', '['.repeat(1_000_000)],
  ['a million empty lists', JSON.stringify(tampered({ more: Array(1_000_000).fill([]) }))],
];

const withWrongChecksum = (bytes: Buffer) =>
  Buffer.concat([bytes.subarray(0, -8), Buffer.alloc(4, 1), bytes.subarray(-4)]);

const gzip = { 'content-encoding': 'gzip' };

const compressed: HostileCase[] = [
  { ...malformed('gzip that is none', delivery().subarray(1)), headers: gzip },
  { ...malformed('gzip that is cut off', gzipSync(delivery()).subarray(0, 200)), headers: gzip },
  {
    ...malformed('gzip with a wrong checksum', withWrongChecksum(gzipSync(delivery()))),
    headers: gzip,
  },
  { ...malformed('gzip twice', gzipSync(gzipSync(delivery()))), headers: gzip },
  {
    name: 'a gzip bomb',
    body: () => gzipSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 }),
    headers: gzip,
    status: 413,
    state: null,
  },
  {
    name: 'gzip of a body over the limit',
    body: () => gzipSync(JSON.stringify(tampered({ content: ' '.repeat(33 * 1024 * 1024) }))),
    headers: gzip,
    status: 413,
    state: null,
  },
  { name: 'gzip', body: () => gzipSync(delivery()), headers: gzip, status: 202, state: 'applied' },
  {
    name: 'gzip in two parts',
    body: () => {
      const bytes = delivery();
      return Buffer.concat([gzipSync(bytes.subarray(0, 99)), gzipSync(bytes.subarray(99))]);
    },
    headers: gzip,
    status: 202,
    state: 'applied',
  },
  ...['br', 'deflate', 'zstd', 'gzip, gzip', 'nonsense'].map((encoding): HostileCase => ({
    name: `the content encoding ${encoding}`,
    body: delivery,
    headers: { 'content-encoding': encoding },
    status: 415,
    state: null,
  })),
];

const unusualButFine: HostileCase[] = [
  ['a byte order mark', () => `\ufeff${delivery().toString()}`],
  ['white space around it', () => `\r\n\t ${delivery().toString()} \r\n`],
  ['indented', () => JSON.stringify(makeDelivery(), null, 4)],
  ['escaped names', () => delivery().toString().replace('"title"', '"\\u0074itle"')],
].map(([name, body]) => ({
  name: name as string,
  body: body as () => string,
  status: 202,
  state: 'applied',
}));

export const bodyCases: HostileCase[] = [
  ...TEXTS.map((text) => malformed(JSON.stringify(text), text)),
  ...cut,
  ...bent,
  ...ENCODINGS.map(([name, bytes]) => malformed(name, bytes)),
  malformed('a deep list that never ends', '['.repeat(19_000)),
  malformed('a table of 60,000 cells', `\ufeff\r\n${'a,b\n'.repeat(30_000)}`),
  malformed('numbers with nothing around them', '1,'.repeat(30_000)),
  malformed('a page of 30,000 lists', '<script>[1,2]</script>'.repeat(30_000)),
  malformed('a deep object that never ends', '{"a":'.repeat(19_000)),
  ...NO_DELIVERIES.map(([name, text]) => notADelivery(name, text)),
  ...compressed,
  ...unusualButFine,
  {
    name: 'lists of 18,000 wrong entries',
    body: () => JSON.stringify(tampered({ tags: Array(9_000).fill([]) })),
    status: 202,
    state: 'applied',
  },
  {
    name: 'a megabyte of links that never end',
    body: () => JSON.stringify(tampered({ content: '[a]('.repeat(500_000) })),
    status: 202,
    state: 'applied',
    issues: ['article.content'],
  },
  {
    name: 'over the limit',
    body: () => JSON.stringify(tampered({ content: 'x'.repeat(33 * 1024 * 1024) })),
    status: 413,
    state: null,
  },
];
