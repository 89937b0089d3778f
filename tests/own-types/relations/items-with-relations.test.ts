import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { ownTypesWith, POST, POST_TARGET } from '../../support/articles/own-types';
import { watchDocuments } from '../../../src/plugins/article-receiver/server/src/strapi/watch-documents';
import { bootSite, type Site } from '../../support/site/site';

const { changedAt, ...withoutClock } = POST_TARGET.fields;

/** Of a text that begins with it, the site's own code makes another. */
const LOUD = 'loud';

/** The takeaways of a post lead to a label each. */
const FIELDS = {
  ...withoutClock,
  takeaways: {
    each: 'keyTakeaways',
    fields: { text: 'item', about: { from: 'item', match: 'label', create: true } },
  },
};

async function types(): Promise<string> {
  const folder = await ownTypesWith('post', {});
  const file = join(folder, 'components/shared/point.json');
  const schema = JSON.parse(await readFile(file, 'utf8')) as { attributes: object };
  const about = { type: 'relation', relation: 'manyToOne', target: 'api::label.label' };
  schema.attributes = { ...schema.attributes, about };
  await writeFile(file, JSON.stringify(schema));
  return folder;
}

interface Item {
  id: number;
  text: string;
  remark: string | null;
  about: { label: string } | null;
}

let site: Site;
let posts: ReturnType<typeof ownPosts>;
let forms: ReturnType<typeof contentManager>;

beforeAll(async () => {
  // Nothing in these entries tells which delivery they show.
  expect(changedAt).toBe('updatedAt');
  const target = { type: POST, fields: FIELDS };
  site = await bootSite({ types: await types(), pluginConfig: { target } });
  posts = ownPosts(site);
  forms = contentManager(site, POST);
  watchDocuments(site.strapi, ({ uid, params: { data } }, next) => {
    const items = uid === POST && Array.isArray(data?.takeaways) ? (data.takeaways as Item[]) : [];
    for (const item of items) if (item.text?.startsWith(LOUD)) item.text = item.text.toUpperCase();
    return next();
  });
});
afterAll(() => site?.destroy());

async function itemsOf({ article }: WireDelivery) {
  const populate = { takeaways: { populate: { about: true } } };
  const found = (await site.strapi.documents(POST as never).findFirst({
    filters: { feedId: article.id },
    locale: 'en',
    populate,
  } as never)) as unknown as { takeaways: Item[] };
  return found.takeaways.map(({ text, remark, about }) => [text, about?.label ?? null, remark]);
}

const openOffers = (documentId: string) => adminApi(site).suggestionsOf(documentId);

/** An entry whose form was opened, and the delivery that came in while it was open. */
async function opened() {
  const first = makeDelivery({ article: { keyTakeaways: ['One', 'Two', 'Three'] } });
  await posts.send(first);
  const { documentId } = await posts.draftOf(first);
  const form = await forms.open(documentId, 'en');
  const second = nextDelivery(first, { article: { keyTakeaways: ['Uno', 'Two'] } });
  await posts.send(second);
  return { first, second, form, documentId };
}

const NEWER = [
  ['Uno', 'Uno', null],
  ['Two', 'Two', null],
];

describe('a list whose items have relations, of which an open form says nothing', () => {
  it('is the service’s where somebody changed something else', async () => {
    const { first, second, form, documentId } = await opened();
    await forms.save(form, { excerpt: 'Ours.' }, { locale: 'en' });
    expect(await itemsOf(first)).toEqual(NEWER);
    await posts.send(nextDelivery(second, { article: { keyTakeaways: ['Tre'] } }));
    expect(await itemsOf(first)).toEqual([['Tre', 'Tre', null]]);
    expect(await openOffers(documentId)).toEqual([]);
  });

  it('has what somebody wrote beside the service’s part of an item', async () => {
    const { first, form } = await opened();
    const untouched = { connect: [], disconnect: [] };
    const takeaways = (form.takeaways as Item[]).map((item) => ({
      ...item,
      about: untouched,
      remark: item.text === 'Two' ? 'Really?' : null,
    }));
    await forms.save(form, { takeaways }, { locale: 'en' });
    expect(await itemsOf(first)).toEqual([NEWER[0], ['Two', 'Two', 'Really?']]);
  });

  it('is not the one for which somebody accepted the service’s meanwhile', async () => {
    const { first, second, documentId } = await opened();
    const takeaways = [{ text: 'Ours', about: null }];
    await posts.edit(documentId, { takeaways });
    await posts.send(nextDelivery(second, { article: { keyTakeaways: ['Offered'] } }));
    const form = await forms.open(documentId, 'en');
    const [offer] = await openOffers(documentId);
    expect(offer).toMatchObject({ field: 'takeaways' });
    expect((await adminApi(site).post(`/suggestions/${offer?.id}/accept`)).status).toBe(200);
    await forms.save(form, { excerpt: 'Ours.' }, { locale: 'en' });
    expect(await itemsOf(first)).toEqual([['Offered', 'Offered', null]]);
  });

  it('is a person’s, who put the older items back and had seen the newer', async () => {
    const { first, second, form, documentId } = await opened();
    const now = await forms.open(documentId, 'en');
    const untouched = { connect: [], disconnect: [] };
    const takeaways = (form.takeaways as Item[]).map(({ text }) => ({ text, about: untouched }));
    const headers = { 'x-article-receiver-opened': now.updatedAt };
    await forms.save(now, { takeaways }, { locale: 'en', headers });
    const older = ['One', 'Two', 'Three'].map((text) => [text, null, null]);
    expect(await itemsOf(first)).toEqual(older);
    await posts.send(nextDelivery(second, { article: { keyTakeaways: ['Tre'] } }));
    expect(await itemsOf(first)).toEqual(older);
    expect(await openOffers(documentId)).toMatchObject([{ field: 'takeaways' }]);
  });
});

describe('a list whose items have relations, in which the site’s own code changes texts', () => {
  it('follows the service all the same', async () => {
    const first = makeDelivery({ article: { keyTakeaways: [`${LOUD} one`] } });
    await posts.send(first);
    expect(await itemsOf(first)).toEqual([['LOUD ONE', `${LOUD} one`, null]]);
    const { documentId } = await posts.draftOf(first);
    await posts.send(nextDelivery(first, { article: { keyTakeaways: [`${LOUD} two`] } }));
    expect(await itemsOf(first)).toEqual([['LOUD TWO', `${LOUD} two`, null]]);
    expect(await openOffers(documentId)).toEqual([]);
  });
});
