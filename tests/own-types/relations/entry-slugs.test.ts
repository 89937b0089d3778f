import { rm } from 'node:fs/promises';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { ownTypesWith, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

type Article = WireDelivery['article'];

const AUTHOR = 'api::author.author';

/** A type without drafts, one with locales, and one with drafts. */
const TYPES = [
  {
    uid: 'api::label.label',
    name: 'label',
    slug: 'handle',
    saying: (value: string): Partial<Article> => ({ tags: [value] }),
  },
  {
    uid: 'api::category.category',
    name: 'name',
    slug: 'slug',
    locale: 'en',
    saying: (value: string): Partial<Article> => ({ category: value }),
  },
  {
    uid: AUTHOR,
    name: 'name',
    slug: 'slug',
    saying: (value: string): Partial<Article> => ({ author: value }),
  },
];

let site: Site;
let types: string;
let runs = 0;
let word: string;

beforeAll(async () => {
  types = await ownTypesWith('author', { slug: { type: 'uid', targetField: 'name' } });
  site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
});
afterAll(async () => {
  await site?.destroy();
  await rm(types, { recursive: true, force: true });
});
beforeEach(() => {
  word = `qu${String.fromCharCode(97 + (runs += 1))}`;
});

interface Entry extends Record<string, unknown> {
  documentId: string;
}

/** Strapi's Document Service, for types that this repository's own site does not have. */
interface Documents {
  create(params: object): Promise<Entry>;
  update(params: object): Promise<unknown>;
  findMany(params: object): Promise<Entry[]>;
  findOne(params: object): Promise<Entry | null>;
}

const documentsOf = (uid: string): Documents => site.strapi.documents(uid as never);

const hashed = () => expect.stringMatching(new RegExp(`^${word}-over-[0-9a-f]{6}$`));

describe.each(TYPES)('the slugs of entries whose names lead to the same one, of $uid', (type) => {
  const { uid, name, slug, saying } = type;
  const locale = type.locale === undefined ? {} : { locale: type.locale };
  const documents = () => documentsOf(uid);

  const arrive = (value: string, article: Partial<Article> = {}) =>
    ownPosts(site).send(
      makeDelivery({
        event: 'article.status_changed',
        article: { language: 'en', status: 'published', ...article, ...saying(value) },
      }),
    );

  const entries = (status: 'draft' | 'published' = 'draft') =>
    documents().findMany({ filters: { [name]: { $contains: word } }, status, ...locale });

  /** The slugs by their names. */
  const slugs = async (status?: 'draft' | 'published') =>
    Object.fromEntries((await entries(status)).map((row) => [row[name], row[slug]]));

  it.each([
    ['the plain one first', [0, 1]],
    ['the plain one last', [1, 0]],
  ])('do not tell which came first: %s', async (_order, order) => {
    const names = [`${word}-over`, `${word} over`];
    for (const place of order) await arrive(names[place] ?? '');
    const expected = { [`${word}-over`]: `${word}-over`, [`${word} over`]: hashed() };
    expect(await slugs()).toEqual(expected);
    expect(await slugs('published')).toEqual(expected);
  });

  it('are not brought back by a form that was open while one made way', async () => {
    await arrive(`${word} over`);
    const forms = contentManager(site, uid);
    const [made] = await entries();
    const form = await forms.open(made?.documentId ?? '', type.locale);
    await arrive(`${word}-over`);
    await forms.save(form, { [name]: `${word} over ice` }, locale);
    expect(await slugs()).toEqual({
      [`${word}-over`]: `${word}-over`,
      [`${word} over ice`]: hashed(),
    });
  });

  it('stay where a person made the entry, or gave it the slug', async () => {
    const own = { [name]: `${word} over`, [slug]: `${word}-over` };
    await documents().create({ data: own, ...locale });
    await arrive(`${word} tea`);
    const made = (await entries()).find((row) => row[name] === `${word} tea`);
    const given = { [name]: `${word} by a person`, [slug]: `${word}-oil` };
    const documentId = made?.documentId ?? '';
    await documents().update({ documentId, data: given, ...locale });
    await arrive(`${word}-over`);
    await arrive(`${word}-oil`);
    expect(await slugs()).toEqual({
      [`${word} over`]: `${word}-over`,
      [`${word}-over`]: hashed(),
      [`${word} by a person`]: `${word}-oil`,
      [`${word}-oil`]: expect.stringMatching(new RegExp(`^${word}-oil-[0-9a-f]{6}$`)),
    });
  });
});

it('an entry that makes way keeps what an editor has not published of it', async () => {
  const authors = documentsOf(AUTHOR);
  const send = (author: string) =>
    ownPosts(site).send(makeDelivery({ article: { language: 'en', author } }));
  await send(`${word} over`);
  const [made] = await authors.findMany({ filters: { name: `${word} over` } });
  const documentId = made?.documentId ?? '';
  await authors.update({ documentId, data: { bio: 'Not ready yet' } });
  await send(`${word}-over`);
  const version = (status: string) => authors.findOne({ documentId, status });
  expect(await version('draft')).toMatchObject({ bio: 'Not ready yet', slug: hashed() });
  expect(await version('published')).toMatchObject({ bio: null, slug: hashed() });
});

it('an entry whose slug the site does not let go keeps it, and the other one is made', async () => {
  const keepSlugs = site.strapi.db.lifecycles.subscribe({
    models: [AUTHOR],
    beforeUpdate({ params }: { params: { data?: { slug?: unknown } } }) {
      if (params.data?.slug !== undefined)
        throw Object.assign(new Error('An address stays'), { name: 'ApplicationError' });
    },
  } as never) as unknown as () => void;
  try {
    const names = [`${word} over`, `${word}-over`];
    for (const author of names) {
      const delivery = makeDelivery({ article: { language: 'en', author } });
      await ownPosts(site).send(delivery);
      const post = await ownPosts(site).draftOf(delivery);
      expect(post.author).toMatchObject({ name: author });
    }
    const found = await documentsOf(AUTHOR).findMany({ filters: { name: { $contains: word } } });
    expect(Object.fromEntries(found.map((row) => [row.name, row.slug]))).toEqual({
      [`${word} over`]: `${word}-over`,
      [`${word}-over`]: hashed(),
    });
  } finally {
    keepSlugs();
  }
});
