import { expectRebuilt, rebuilt } from '../../disorder/offered';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { NAMES_TARGET, OWN_TYPES } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const AUTHOR = 'api::author.author';
const LABEL = 'api::label.label';
/** Its entries have locales. */
const CATEGORY = 'api::category.category';

let site: Site;
let posts: ReturnType<typeof ownPosts>;

/** The author has to be there; labels are made. */
beforeAll(async () => {
  site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: NAMES_TARGET } });
  posts = ownPosts(site);
});
afterAll(() => site?.destroy());

const documents = (uid: string) =>
  site.strapi.documents(uid as never) as unknown as Record<
    'create' | 'update' | 'delete',
    (params: object) => Promise<{ documentId: string }>
  >;
const make = (uid: string, data: object) => documents(uid).create({ data, status: 'published' });
const change = (uid: string, documentId: string, data: object) =>
  documents(uid).update({ documentId, data, status: 'published' });

async function leadsOf(delivery: WireDelivery): Promise<[string | null, string[]]> {
  const { author, labels } = await posts.draftOf(delivery);
  const names = (labels as { label: string }[]).map(({ label }) => label);
  return [(author as { name: string } | null)?.name ?? null, names];
}

async function issuesOf(deliveryId: string): Promise<string[]> {
  const { issues } = await posts.stateOf(deliveryId);
  return (JSON.parse(issues) as { code: string }[]).map(({ code }) => code);
}

const naming = (author: string, label: string, category = '') =>
  makeDelivery({ article: { author, tags: [label], category } });

describe('an entry of the site’s own that somebody has given another name', () => {
  it('is the one that the service means still, for articles that are there and for others', async () => {
    const author = await make(AUTHOR, { name: 'Ann' });
    const label = await make(LABEL, { label: 'tea' });
    const category = await make(CATEGORY, { name: 'News' });
    const first = naming('Ann', 'tea', 'News');
    await posts.send(first);
    await change(AUTHOR, author.documentId, { name: 'Ann Smith' });
    await change(LABEL, label.documentId, { label: 'Tea and more' });
    await change(CATEGORY, category.documentId, { name: 'Latest' });
    await expectRebuilt(site);
    await rebuilt(site);
    expect(await leadsOf(first)).toEqual(['Ann Smith', ['Tea and more']]);
    const next = nextDelivery(first, { article: { title: 'Newer' } });
    expect(await issuesOf(await posts.send(next))).toEqual([]);
    expect(await leadsOf(next)).toEqual(['Ann Smith', ['Tea and more']]);
    const other = naming('ANN', 'tea', 'news');
    expect(await issuesOf(await posts.send(other))).toEqual([]);
    expect(await leadsOf(other)).toEqual(['Ann Smith', ['Tea and more']]);
    for (const delivery of [next, other])
      expect(await posts.draftOf(delivery)).toMatchObject({ category: { name: 'Latest' } });
    for (const uid of [LABEL, CATEGORY])
      expect([uid, await site.strapi.db.query(uid as never).count()]).toEqual([uid, 1]);
    await expectRebuilt(site);
  });

  it('gives way to one that gets the name', async () => {
    const author = await make(AUTHOR, { name: 'Bob' });
    const first = naming('Bob', 'milk');
    await posts.send(first);
    await change(AUTHOR, author.documentId, { name: 'Robert' });
    await make(AUTHOR, { name: 'Bob' });
    const next = nextDelivery(first, { article: { title: 'Newer' } });
    await posts.send(next);
    expect(await leadsOf(next)).toEqual(['Bob', ['milk']]);
    const { documentId } = (await posts.draftOf(next)).author as { documentId: string };
    await change(AUTHOR, documentId, { name: 'Bobby' });
    await rebuilt(site);
    expect(await leadsOf(next)).toEqual(['Bobby', ['milk']]);
  });

  it('is missed once it is deleted, and made anew where the mapping makes entries', async () => {
    const author = await make(AUTHOR, { name: 'Cleo' });
    const label = await make(LABEL, { label: 'cake' });
    const first = naming('Cleo', 'cake');
    await posts.send(first);
    await change(AUTHOR, author.documentId, { name: 'Cleopatra' });
    await change(LABEL, label.documentId, { label: 'Cakes' });
    await documents(AUTHOR).delete({ documentId: author.documentId });
    await documents(LABEL).delete({ documentId: label.documentId });
    const next = nextDelivery(first, { article: { title: 'Newer' } });
    expect(await issuesOf(await posts.send(next))).toEqual(['noEntry']);
    expect(await leadsOf(next)).toEqual([null, ['cake']]);
    // What was made goes on being the service's, under whatever name.
    const made = (await posts.draftOf(next)).labels as { documentId: string }[];
    await change(LABEL, made[0]?.documentId ?? '', { label: 'Pastry' });
    await rebuilt(site);
    expect(await leadsOf(next)).toEqual([null, ['Pastry']]);
  });
});
