import { rm } from 'node:fs/promises';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { changeType, ownTypesWith, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const AUTHOR = 'api::author.author';
const PUBLISHED = { event: 'article.status_changed' };

let site: Site;
let posts: ReturnType<typeof ownPosts>;
let types: string;

beforeAll(async () => {
  types = await ownTypesWith('author', { website: { type: 'string' } });
  const author = { type: 'relation', relation: 'manyToOne', target: AUTHOR };
  await changeType(types, 'post', ({ attributes }) => {
    Object.assign(attributes, { checker: author, sponsor: author });
  });
  // The field that makes no entry comes first.
  const { author: by, ...others } = POST_TARGET.fields;
  const fields = { checker: { from: 'author', match: 'name' }, ...others, author: by };
  site = await bootSite({ types, pluginConfig: { target: { ...POST_TARGET, fields } } });
  posts = ownPosts(site);
});
afterAll(async () => {
  await site?.destroy();
  await rm(types, { recursive: true, force: true });
});

const authors = () => site.strapi.documents(AUTHOR as never);

const makeAuthor = (name: string, status: 'draft' | 'published') =>
  authors().create({ data: { name }, status } as never);

/** What the relations to authors lead to, by their names. */
async function authorsOf({ article }: WireDelivery, status: 'draft' | 'published') {
  const found = await site.strapi.documents(POST as never).findFirst({
    filters: { feedId: article.id },
    locale: 'en',
    status,
    populate: ['author', 'checker', 'sponsor'],
  } as never);
  const { author, checker, sponsor } = found as unknown as Record<string, { name: string } | null>;
  return [author, checker, sponsor].map((one) => one?.name ?? null);
}

const revised = (first: WireDelivery) =>
  nextDelivery(first, { ...PUBLISHED, article: { status: 'published', title: 'A newer title' } });

const publishByHand = (documentId: string) =>
  site.strapi.documents(POST as never).publish({ documentId, locale: 'en' } as never);

describe('two fields that lead to entries of one type', () => {
  it('lead to the same one, which is made where one of them wants that', async () => {
    const first = makeDelivery({ article: { author: 'Said Twice' } });
    const { state, issues } = await posts.stateOf(await posts.send(first));
    expect([state, JSON.parse(issues ?? '[]')]).toEqual(['applied', []]);
    expect(await authorsOf(first, 'draft')).toEqual(['Said Twice', 'Said Twice', null]);
  });

  it('have none made for a field that is an editor’s', async () => {
    const first = makeDelivery({ article: { author: 'At First' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { author: (await makeAuthor('Chosen', 'draft')).documentId });
    await posts.send(nextDelivery(first, { article: { author: 'Only Offered' } }));
    expect(await authorsOf(first, 'draft')).toEqual(['Chosen', null, null]);
    const filters = { name: 'Only Offered' };
    expect(await authors().findMany({ filters } as never)).toEqual([]);
  });
});

describe('an entry that an editor chose and that is not public', () => {
  it.each(['author', 'sponsor'])(
    'holds no publication once the article is published with it, in the field %s',
    async (field) => {
      const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
      await posts.send(first);
      const { documentId } = await posts.draftOf(first);
      const chosen = await makeAuthor(`Not public, as ${field}`, 'draft');
      await posts.edit(documentId, { [field]: chosen.documentId });
      await publishByHand(documentId);
      const second = await posts.send(revised(first));
      expect(await posts.stateOf(second)).toMatchObject({ state: 'applied', reason: null });
      expect(await posts.find(first.article.id, 'published')).toMatchObject({
        title: 'A newer title',
      });
    },
  );

  it('holds none either where somebody takes it offline later', async () => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    const chosen = await makeAuthor('Public for a while', 'published');
    await posts.edit(documentId, { author: chosen.documentId });
    await publishByHand(documentId);
    await authors().unpublish({ documentId: chosen.documentId } as never);
    const second = await posts.send(revised(first));
    expect(await posts.stateOf(second)).toMatchObject({ state: 'applied', reason: null });
    expect((await authorsOf(first, 'draft'))[0]).toBe('Public for a while');
  });

  it('holds one that would take another away from readers', async () => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    const chosen = await makeAuthor('In the place of another', 'draft');
    await posts.edit(documentId, { author: chosen.documentId });
    const second = await posts.send(revised(first));
    expect((await posts.stateOf(second)).state).toBe('parked');
    expect((await authorsOf(first, 'published'))[0]).toBe('Marta Lindqvist');
  });
});
