import fc from 'fast-check';
import { UIDS } from '../content-types/uids';
import type { Attribute, Schemas } from '../mapping/model/schemas';
import { mapArticles } from './map-articles';

const toArticle: Attribute = { type: 'relation', target: UIDS.article };
const attributes = {
  one: toArticle,
  many: toArticle,
  any: { type: 'relation' },
  cover: { type: 'media' },
  part: { type: 'component', component: 'a.part' },
  zone: { type: 'dynamiczone' },
  json: { type: 'json' },
} satisfies Record<string, Attribute>;
const schema = (uid: string) => ({ uid, attributes });
const schemas: Schemas = {
  contentTypes: {
    'api::page.page': schema('api::page.page'),
    [UIDS.article]: { uid: UIDS.article, attributes: {} },
    'plugin::upload.file': {
      uid: 'plugin::upload.file',
      attributes: { related: { type: 'relation' } },
    },
  },
  components: { 'a.part': schema('a.part') },
};
const page = schemas.contentTypes['api::page.page'];
const published = (data: unknown) =>
  mapArticles(data, page, schemas, ({ publishedAt }) => publishedAt !== null);

const article = fc.constantFrom({ publishedAt: null, say: 'SECRET' }, { publishedAt: 1, say: 'x' });
const named = article.map((one) => ({ ...one, __type: UIDS.article }));
/** An entry with components that many deep. */
const entryOf = (depth: number): fc.Arbitrary<object> =>
  fc.record(
    {
      one: fc.option(article),
      many: fc.array(article, { maxLength: 3 }),
      any: fc.oneof(named, fc.array(named, { maxLength: 3 })),
      cover: fc.record({ related: fc.array(named, { maxLength: 3 }) }),
      ...(depth > 0 && {
        part: fc.oneof(entryOf(depth - 1), fc.array(entryOf(depth - 1), { maxLength: 2 })),
        zone: fc.array(
          entryOf(depth - 1).map((part) => ({ ...part, __component: 'a.part' })),
          { maxLength: 2 },
        ),
      }),
    },
    { requiredKeys: [] },
  );

it('no draft is left wherever it stands, and nothing else is taken', () => {
  fc.assert(
    fc.property(fc.array(entryOf(2), { maxLength: 3 }), (entries) => {
      expect(JSON.stringify(published(entries))).not.toContain('SECRET');
      expect(mapArticles(entries, page, schemas, () => true)).toEqual(entries);
    }),
  );
});

it('what is a value is none of an article’s, whatever it looks like', () => {
  const data = { json: { publishedAt: null }, other: { publishedAt: null }, at: new Date(0) };
  expect(published(data)).toEqual(data);
});

it('JSON keeps what it is made of, whatever that is', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(published({ json })).toEqual({ json });
    }),
    { examples: [[[1, null, [null]]]] },
  );
});
