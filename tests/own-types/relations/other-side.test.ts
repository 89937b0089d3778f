import { rm } from 'node:fs/promises';
import { without } from '../../../src/plugins/article-receiver/shared/records';
import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { eventually } from '../../support/eventually';
import {
  makeDelivery,
  nextDelivery,
  nextWord,
  type WireDelivery,
} from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import {
  changeType,
  OWN_TYPES,
  ownTypesWith,
  POST,
  POST_TARGET,
} from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const CATEGORY = 'api::category.category';
const AUTHOR = 'api::author.author';
const PUBLISHED = { event: 'article.status_changed' };

let site: Site;
let admin: ReturnType<typeof adminApi>;
let posts: ReturnType<typeof ownPosts>;

beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
  admin = adminApi(site);
  posts = ownPosts(site);
});
afterAll(() => site?.destroy());

const documents = (uid: string) =>
  site.strapi.documents(uid as never) as unknown as {
    findFirst(params: object): Promise<{ documentId: string } | null>;
    create(params: object): Promise<{ documentId: string }>;
    publish(params: object): Promise<unknown>;
  };

const named = async (uid: string, name: string): Promise<string> =>
  (await documents(uid).findFirst({ filters: { name } }))?.documentId ?? '';
const make = async (uid: string, name: string): Promise<string> =>
  (await documents(uid).create({ data: { name } })).documentId;

/** What somebody does to the list of posts in the form of what these lead to. */
async function list(
  uid: string,
  documentId: string,
  change: 'connect' | 'disconnect',
  post: string,
) {
  const forms = contentManager(site, uid);
  const posts = { connect: [], disconnect: [], [change]: [{ documentId: post, locale: 'en' }] };
  await forms.save(await forms.open(documentId, 'en'), { posts }, { locale: 'en' });
}

/** The names to which an article leads. */
async function shown({ article }: WireDelivery, status: 'draft' | 'published' = 'draft') {
  const post = await posts.find(article.id, status);
  const nameOf = (value: unknown) => (value as { name: string } | null)?.name ?? null;
  return { category: nameOf(post?.category), author: nameOf(post?.author), title: post?.title };
}

const offers = async (documentId: string) =>
  (await admin.suggestionsOf(documentId)).map(({ field }) => field);

describe('a relation of an article that somebody changes from its other side', () => {
  it.each([false, true])(
    'stays so, though what the article had led to is deleted (projected in between: %s)',
    async (isProjected) => {
      const category = `Left ${isProjected}`;
      const first = makeDelivery({ article: { category } });
      await posts.send(first);
      const { documentId } = await posts.draftOf(first);
      const left = await named(CATEGORY, category);
      await list(CATEGORY, left, 'disconnect', documentId);
      const second = nextDelivery(first, { article: { title: 'Second' } });
      if (isProjected) await posts.send(second);
      await contentManager(site, CATEGORY).act('actions/bulkDelete', { documentIds: [left] });
      await posts.send(nextDelivery(second, { article: { title: 'Third' } }));
      expect(await shown(first)).toMatchObject({ category: null, title: 'Third' });
      expect(await named(CATEGORY, category)).toBe('');
    },
  );

  it('is moved to what they chose, which is theirs, and the service’s next one is offered', async () => {
    const first = makeDelivery({
      ...PUBLISHED,
      article: { status: 'published', category: 'From here' },
    });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await list(CATEGORY, await make(CATEGORY, 'To there'), 'connect', documentId);
    const left = await named(CATEGORY, 'From here');
    await contentManager(site, CATEGORY).act('actions/bulkDelete', { documentIds: [left] });
    const second = nextWord(first, 'published', { title: 'Second' });
    await posts.send(second);
    expect(await shown(first)).toMatchObject({ category: 'To there', title: 'Second' });
    const other = await make(CATEGORY, 'Another');
    await posts.send(nextWord(second, 'published', { category: 'Another' }));
    expect(await shown(first)).toMatchObject({ category: 'To there' });
    expect(await offers(documentId)).toEqual(['category']);
    // They take what is offered there, too.
    await list(CATEGORY, other, 'connect', documentId);
    await eventually(async () => expect(await offers(documentId)).toEqual([]));
  });

  it('lets a publication go out that was held for it, once they take it back', async () => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published', author: 'Zoe' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await list(AUTHOR, await make(AUTHOR, 'Mia'), 'connect', documentId);
    const id = await posts.send(nextWord(first, 'published', { title: 'Second' }));
    expect(await admin.delivery(id)).toMatchObject({ state: 'parked' });
    expect(await shown(first, 'published')).toMatchObject({ author: 'Zoe' });
    await list(AUTHOR, await named(AUTHOR, 'Zoe'), 'connect', documentId);
    await eventually(async () => {
      expect(await shown(first, 'published')).toMatchObject({ author: 'Zoe', title: 'Second' });
    });
    await site.settle();
    expect(await admin.delivery(id)).toMatchObject({ state: 'applied' });
  });
});

describe.each([
  ['that the feed fills', POST_TARGET.fields],
  ['that the mapping leaves to the editors', without(POST_TARGET.fields, ['author'])],
])('a relation %s, chosen from its other side and not public', (_, fields) => {
  let first: WireDelivery;
  let before: string | null;
  let chosen: string;
  let held: string;

  beforeAll(async () => {
    await site.restart({ target: { ...POST_TARGET, fields } });
    admin = adminApi(site);
  });
  /** An article that an author has got who is public, and the service's next word on it. */
  beforeEach(async () => {
    first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    before = (await shown(first, 'published')).author;
    chosen = await make(AUTHOR, `Public ${documentId}`);
    await documents(AUTHOR).publish({ documentId: chosen });
    await list(AUTHOR, chosen, 'connect', documentId);
    held = await posts.send(nextWord(first, 'published', { title: 'Second' }));
    expect(await admin.delivery(held)).toMatchObject({ reasonCode: 'publicationHeld' });
    expect(await shown(first)).toMatchObject({ author: `Public ${documentId}`, title: 'Second' });
    expect(await shown(first, 'published')).toMatchObject({ author: before });
  });

  const goesOut = (author: string | null) =>
    eventually(async () => {
      expect(await shown(first, 'published')).toMatchObject({ author, title: 'Second' });
      expect(await admin.delivery(held)).toMatchObject({ state: 'applied' });
    });

  it('lets the publication go out once they take it back', async () => {
    const { documentId } = await posts.draftOf(first);
    if (before === null) await list(AUTHOR, chosen, 'disconnect', documentId);
    else await list(AUTHOR, await named(AUTHOR, before), 'connect', documentId);
    await goesOut(before);
  });

  it('lets the publication go out once it is public with its other side', async () => {
    const { author } = await shown(first);
    await documents(AUTHOR).publish({ documentId: chosen });
    await goesOut(author);
  });
});

describe('a relation that is stored with the other entry, chosen in the article’s form', () => {
  let types: string;

  beforeAll(async () => {
    await site.destroy();
    const many = { type: 'relation', relation: 'manyToMany' };
    types = await ownTypesWith('post', {
      fans: { ...many, target: AUTHOR, mappedBy: 'favourites' },
    });
    await changeType(types, 'author', ({ attributes }) => {
      attributes.favourites = { ...many, target: POST, inversedBy: 'fans' };
    });
    site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
    [admin, posts] = [adminApi(site), ownPosts(site)];
  });
  afterAll(() => rm(types, { recursive: true, force: true }));

  const chooses = async (post: string, fans: object) => {
    const forms = contentManager(site, POST);
    await forms.save(await forms.open(post, 'en'), { fans }, { locale: 'en' });
  };

  it.each<[string, (fan: string, post: string) => Promise<unknown>]>([
    [
      'they take it back',
      (fan, post) => chooses(post, { connect: [], disconnect: [{ documentId: fan }] }),
    ],
    [
      'it is taken back from its other side',
      async (fan, post) => {
        const forms = contentManager(site, AUTHOR);
        const out = [{ documentId: post, locale: 'en' }];
        const favourites = { connect: [], disconnect: out };
        await forms.save(await forms.open(fan), { favourites }, {});
      },
    ],
    [
      'its other side is deleted',
      (fan) => contentManager(site, AUTHOR).act('actions/bulkDelete', { documentIds: [fan] }),
    ],
  ])('holds the next publication, until %s', async (_, end) => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    const fan = await make(AUTHOR, `A fan of ${documentId}`);
    await documents(AUTHOR).publish({ documentId: fan });
    await chooses(documentId, { connect: [{ documentId: fan }], disconnect: [] });
    const held = await posts.send(nextWord(first, 'published', { title: 'Second' }));
    expect(await admin.delivery(held)).toMatchObject({ reasonCode: 'publicationHeld' });
    await end(fan, documentId);
    await eventually(async () => {
      expect(await admin.delivery(held)).toMatchObject({ state: 'applied' });
    });
    expect(await shown(first, 'published')).toMatchObject({ title: 'Second' });
  });
});
