import { rm } from 'node:fs/promises';
import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { eventually } from '../../support/eventually';
import { makeImage } from '../../support/feed/images';
import { ownPosts, type Post } from '../../support/articles/own-posts';
import {
  changeType,
  ownTypesWith,
  POST,
  POST_TARGET,
  renameType,
} from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const PUBLISHED = { event: 'article.status_changed' };

let site: Site;
let types: string;

afterEach(async () => {
  await site?.destroy();
  await rm(types, { recursive: true, force: true });
});

const localization = (localized: boolean) => () =>
  changeType(types, 'post', (schema) => {
    for (const { pluginOptions } of [schema, ...Object.values(schema.attributes)]) {
      if (pluginOptions) Object.assign(pluginOptions, { i18n: { localized } });
    }
  });
const drafts = (draftAndPublish: boolean) => () =>
  changeType(types, 'post', (schema) => void Object.assign(schema.options, { draftAndPublish }));

async function boot(shape: () => Promise<void>): Promise<void> {
  types = await ownTypesWith('post', {});
  await shape();
  site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
}

async function restart(shape: () => Promise<void>): Promise<void> {
  await shape();
  await site.restart({ target: POST_TARGET });
}

const stateOf = async (deliveryId: string) => adminApi(site).delivery(deliveryId);

/** The versions of an article, whatever the type has of locales and drafts. */
async function versionsOf({ article }: WireDelivery) {
  const rows = (await site.strapi.db
    .query(POST)
    .findMany({ where: { feedId: article.id }, orderBy: { id: 'asc' } })) as Post[];
  return rows.map(({ locale, title, excerpt, publishedAt }) => {
    return { locale, title, excerpt, isPublic: publishedAt !== null };
  });
}

const documentOf = async ({ article }: WireDelivery): Promise<string> => {
  const row = await site.strapi.db.query(POST).findOne({ where: { feedId: article.id } });
  return (row as Post).documentId;
};

/** An article that an editor had a part in, and one that is public. */
async function written() {
  const { send, edit } = ownPosts(site);
  const edited = makeDelivery({ article: { title: 'Edited', description: 'Older' } });
  const article = { title: 'Public', description: 'Older', status: 'published' };
  const isPublic = makeDelivery({ ...PUBLISHED, article });
  await send(edited, isPublic);
  await edit(await documentOf(edited), { excerpt: 'Ours' });
  return { edited, isPublic };
}

const revision = (before: WireDelivery, title: string): WireDelivery =>
  nextDelivery(before, { article: { title, description: 'Newer' } });

describe.each([
  ['off', localization(true), localization(false), { locale: null }],
  ['on', localization(false), localization(true), { locale: 'en' }],
])('articles of a type whose localization is turned %s', (_, before, after, there) => {
  it('go on where they are', async () => {
    await boot(before);
    const { edited, isPublic } = await written();
    await restart(after);
    for (const [first, title] of [
      [edited, 'Edited again'],
      [isPublic, 'Public again'],
    ] as const) {
      const id = await ownPosts(site).send(revision(first, title));
      expect(await stateOf(id)).toMatchObject({ state: 'applied', issues: [] });
    }
    expect(await versionsOf(edited)).toEqual([
      { ...there, title: 'Edited again', excerpt: 'Ours', isPublic: false },
    ]);
    const again = { ...there, title: 'Public again', excerpt: 'Newer' };
    expect(await versionsOf(isPublic)).toEqual([
      { ...again, isPublic: false },
      { ...again, isPublic: true },
    ]);
  });
});

it('a type that is localized by now knows who deleted an article, though its translation stays', async () => {
  await boot(localization(false));
  const { edited } = await written();
  await restart(localization(true));
  await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
  const documentId = await documentOf(edited);
  await ownPosts(site).edit(documentId, { title: 'Deutsch', slug: 'deutsch' }, 'de');
  const forms = contentManager(site, POST);
  await forms.act('actions/bulkDelete?locale=en', { documentIds: [documentId] });
  const id = await ownPosts(site).send(revision(edited, 'Again'));
  expect(await stateOf(id)).toMatchObject({
    reasonCode: 'articleDeleted',
    outcome: [{ code: 'deletedHere', name: 'Ada Admin' }],
  });
  expect(await ownPosts(site).find(edited.article.id, 'draft', 'de')).toMatchObject({
    title: 'Deutsch',
  });
});

it('a type that is not localized any more has lost what was in another locale, and waits with it', async () => {
  await boot(localization(true));
  await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
  const german = makeDelivery({ article: { title: 'Deutsch', language: 'de' } });
  await ownPosts(site).send(german);
  await restart(localization(false));
  expect(await versionsOf(german)).toEqual([]);
  const id = await ownPosts(site).send(revision(german, 'Noch einmal'));
  expect(await stateOf(id)).toMatchObject({ state: 'parked', reasonCode: 'articleDeleted' });
  await adminApi(site).redrive(id);
  expect(await versionsOf(german)).toMatchObject([{ locale: null, title: 'Noch einmal' }]);
});

it('articles of a type that has drafts by now stay public, and go on in their drafts', async () => {
  await boot(drafts(false));
  const { edited } = await written();
  await restart(drafts(true));
  const id = await ownPosts(site).send(revision(edited, 'Edited again'));
  expect(await stateOf(id)).toMatchObject({ state: 'applied', issues: [] });
  expect(await versionsOf(edited)).toMatchObject([
    { title: 'Edited', excerpt: 'Ours', isPublic: true },
    { title: 'Edited again', excerpt: 'Ours', isPublic: false },
  ]);
});

it('a type that has no drafts any more has lost what was not public, and waits with it', async () => {
  await boot(drafts(true));
  const { edited, isPublic } = await written();
  await restart(drafts(false));
  await ownPosts(site).send(revision(isPublic, 'Public again'));
  expect(await versionsOf(isPublic)).toMatchObject([{ title: 'Public again', excerpt: 'Newer' }]);
  const id = await ownPosts(site).send(revision(edited, 'Edited again'));
  expect(await stateOf(id)).toMatchObject({ state: 'parked', reasonCode: 'articleDeleted' });
  await adminApi(site).redrive(id);
  expect(await versionsOf(edited)).toMatchObject([{ title: 'Edited again' }]);
});

describe('an article without a locale, in a type that refers to a localized one', () => {
  const categories = () => site.strapi.documents('api::category.category' as never);
  const categoryOf = async ({ article }: WireDelivery) => {
    const where = { feedId: article.id };
    const row = await site.strapi.db.query(POST).findOne({ where, populate: ['category'] });
    return (row as { category: unknown }).category;
  };

  beforeEach(async () => {
    await boot(localization(false));
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
    await categories().create({ data: { name: 'Kaffee' }, locale: 'de' } as never);
  });

  it('goes with an entry in the default locale, where there is one in another', async () => {
    const first = makeDelivery({ article: { category: 'Kaffee' } });
    expect(await stateOf(await ownPosts(site).send(first))).toMatchObject({ state: 'applied' });
    expect(await categoryOf(first)).toMatchObject({ name: 'Kaffee', locale: 'en' });
  });

  it('has another again where its own was deleted in the default locale alone', async () => {
    const own = { name: 'Tee', locale: 'en' };
    const english = { data: own, locale: 'en' };
    const { documentId } = await categories().create(english as never);
    const german = { documentId, locale: 'de', data: { name: 'Tee' } };
    await categories().update(german as never);
    const first = makeDelivery({ article: { category: 'Tee' } });
    await ownPosts(site).send(first);
    expect(await categoryOf(first)).toMatchObject({ documentId });
    await categories().delete({ documentId, locale: 'en' } as never);
    expect(await categoryOf(first)).toBeNull();
    await ownPosts(site).send(revision(first, 'Again'));
    expect(await categoryOf(first)).toMatchObject(own);
  });
});

describe('a type that gets another name, on the same table', () => {
  // No other site of the tests has a type of that name: Strapi remembers a type's parts by it, for all of a process.
  const ESSAY = 'api::essay.essay';

  interface Essay {
    feedId: string;
    title: string;
  }

  /** A public article with a picture and a category. */
  async function illustrated(title: string): Promise<WireDelivery> {
    const hero = await makeImage({ color: '#123456' }, { kind: 'hero' });
    const parts = { category: 'Tea', heroImageUrl: hero.url, images: [hero] };
    const first = makeDelivery({ ...PUBLISHED, article: { title, ...parts, status: 'published' } });
    await ownPosts(site).send(first);
    return first;
  }

  async function rename(): Promise<void> {
    await renameType(types, 'post', 'essay');
    await site.restart({ target: { ...POST_TARGET, type: ESSAY } });
  }

  async function essaysOf({ article: { id } }: WireDelivery): Promise<Essay[]> {
    const populate = ['cover', 'category'];
    const rows = site.strapi.db.query(ESSAY).findMany({ populate, orderBy: { id: 'asc' } });
    return ((await rows) as Essay[]).filter(({ feedId }) => feedId === id);
  }

  beforeEach(() => boot(drafts(true)));

  it('has its articles go on in the entries that they have, with their relations and files', async () => {
    const { edited } = await written();
    const first = await illustrated('Public');
    await rename();
    await ownPosts(site).send(revision(edited, 'Edited again'), revision(first, 'Public again'));
    expect(await essaysOf(edited)).toMatchObject([{ title: 'Edited again', excerpt: 'Ours' }]);
    const again = { title: 'Public again', cover: {}, category: { name: 'Tea' } };
    expect(await essaysOf(first)).toMatchObject([again, again]);
  });

  it('has them back in public after a rebuild, and what an editor took offline stays so', async () => {
    const [first, offline] = [await illustrated('One'), await illustrated('Two')];
    const documentId = await documentOf(offline);
    await site.strapi.documents(POST as never).unpublish({ documentId, locale: 'en' } as never);
    await rename();
    const admin = adminApi(site);
    expect((await admin.post('/rebuild')).status).toBe(202);
    await eventually(async () =>
      expect((await admin.get('/rebuild')).body.data).toMatchObject({ state: 'done' }),
    );
    const whole = { cover: {}, category: { name: 'Tea' } };
    expect(await essaysOf(first)).toMatchObject([whole, whole]);
    expect(await essaysOf(offline)).toMatchObject([{ ...whole, publishedAt: null }]);
    expect((await admin.post('/rebuild', { dryRun: true })).body.data).toMatchObject({
      ...{ update: 0, publish: 0, unchanged: 2 },
    });
  });

  it('has the pictures that an editor took out stay out, where the site brings the others along', async () => {
    const [first, other] = [await illustrated('One'), await illustrated('Two')];
    const documentId = await documentOf(first);
    await ownPosts(site).edit(documentId, { cover: null });
    const files = site.strapi.db.connection('files_related_mph').where({ related_type: POST });
    await files.update({ related_type: ESSAY });
    await rename();
    await ownPosts(site).send(revision(first, 'One again'), revision(other, 'Two again'));
    const [draft] = await essaysOf(first);
    expect(draft).toMatchObject({ title: 'One again', cover: null });
    const again = { title: 'Two again', cover: {} };
    expect(await essaysOf(other)).toMatchObject([again, again]);
  });
});
