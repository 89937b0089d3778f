import type { WireDelivery } from '../../support/feed/deliveries';
import { tampered, type HostileCase } from '../support/hostile-case';

/** A delivery whose text has something put in before the first place where `at` stands. */
function inserted(
  name: string,
  at: string,
  text: string,
  issues: string[],
  shows: (delivery: WireDelivery) => Record<string, unknown> = () => ({}),
): HostileCase {
  const delivery = tampered({});
  const { id, title } = delivery.article;
  return {
    name,
    body: () => JSON.stringify(delivery).replace(at, () => text + at),
    status: 202,
    state: 'applied',
    issues,
    articleId: id,
    article: { title, ...shows(delivery) },
  };
}

const LEVELS: Record<string, string> = {
  '': '"event":',
  'article.': '"id":"art_',
  'article.campaign.': '"name":"Home',
  'article.contentPlan.': '"itemId":',
  'article.files.': '"llmTxt":',
  'article.files.jsonLd.': '"contentType":"application/ld+json"',
};

const NAMES = ['__proto__', 'constructor', 'prototype'];

/** At every level of the delivery: the field is refused by name, and nothing else happens. */
const prototypes = Object.entries(LEVELS).flatMap(([level, at]) =>
  NAMES.map((name) =>
    inserted(`${level}${name}`, at, `"${name}":{"isAdmin":true,"title":"x"},`, [level + name]),
  ),
);

const disguised = inserted(
  '__proto__ written with an escape',
  '"event":',
  '"\\u005f_proto__":{"event":"x"},',
  ['__proto__'],
);

const deepPrototype = inserted(
  '__proto__ deep in an unknown field',
  '"title":',
  '"added":{"list":[{"__proto__":{"x":1},"y":2}]},',
  ['article.added.list.0.__proto__'],
  () => ({ extra: { added: { list: [{ y: 2 }] } } }),
);

const withNul = inserted(
  '__proto__ with a NUL, which is left out',
  '"title":',
  '"__proto__\\u0000":{"x":1},"added":{"__proto__\\u0000":1,"y":2},',
  ['article.__proto__'],
  () => ({ extra: { added: { y: 2 } } }),
);

/** At every level: the last one counts, and the delivery says so. */
const duplicates = [
  inserted('event twice', '"event":', '"event":"nonsense",', ['event']),
  inserted('timestamp twice', '"timestamp":', '"timestamp":"nonsense",', ['timestamp']),
  inserted('article twice', '"article":', '"article":{"id":"art_other","title":"x"},', ['article']),
  inserted('title twice', '"title":', '"title":"The first one",', ['article.title']),
  inserted('a field of the campaign twice', '"name":"Home', '"name":"x",', [
    'article.campaign.name',
  ]),
  inserted('a field of the plan twice', '"itemId":', '"itemId":[],', [
    'article.contentPlan.itemId',
  ]),
  inserted('images twice', '"images":', '"images":[{"alt":"a","alt":"b"}],', [
    'article.images',
    'article.images.0.alt',
  ]),
  inserted('an unknown field twice', '"title":', '"added":1,"added":2,', ['article.added'], () => ({
    extra: { added: 2 },
  })),
];

/** Fields that the feed may add: kept as they are. */
const unknown = [
  ...['toString', 'hasOwnProperty', 'valueOf', '', ' ', 'a.b', '$where', 'a[0]', '🌱', 'extra'].map(
    (name) =>
      inserted(
        `a field named ${JSON.stringify(name)}`,
        '"title":',
        `${JSON.stringify(name)}:1,`,
        [],
        () => ({
          extra: { [name]: 1 },
        }),
      ),
  ),
  inserted('a field of the delivery', '"event":', '"attempt":3,', [], () => ({
    extra: { 'delivery.attempt': 3 },
  })),
  inserted('a very long field name', '"title":', `"${'n'.repeat(20_000)}":1,`, [], () => ({
    extra: { ['n'.repeat(20_000)]: 1 },
  })),
  inserted(
    'two thousand fields',
    '"title":',
    Array.from({ length: 2_000 }, (_, n) => `"field${n}":${n},`).join(''),
    [],
    () => ({ extra: expect.objectContaining({ field1999: 1_999 }) as unknown }),
  ),
  inserted('numbers beyond a double', '"title":', '"added":[1e400,-1e400,1e-400],', [], () => ({
    extra: { added: [null, null, 0] },
  })),
  inserted(
    'a field with a NUL in it',
    '"title":',
    '"added":{"a\\u0000b":"c\\u0000d"},',
    [],
    () => ({
      extra: { added: { ab: 'cd' } },
    }),
  ),
];

const deep = (name: string, levels: number, issues: string[]) =>
  inserted(name, '"title":', `"added":${'['.repeat(levels)}1${']'.repeat(levels)},`, issues);

export const keyCases: HostileCase[] = [
  ...prototypes,
  disguised,
  deepPrototype,
  withNul,
  ...duplicates,
  ...unknown,
  deep('a field of twenty-eight levels', 28, []),
  deep('a field of a thousand levels', 1_000, ['']),
  deep('a field of nineteen thousand levels', 19_000, ['']),
];
