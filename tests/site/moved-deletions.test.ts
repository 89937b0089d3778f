import type { CarriedDelivery } from '../../src/plugins/article-receiver/shared/deliveries/archive';
import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { makeDelivery, nextWord, type WireDelivery } from '../support/feed/deliveries';
import { arrive, deliveryDetail } from '../support/feed/event-log';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const TO_POSTS = { types: OWN_TYPES, pluginConfig: { target: POST_TARGET } };

const operationsOf = ({ strapi }: Site): Operations =>
  strapi.plugin('article-receiver').service<Operations>('operations');

/** As the command line does after an import. */
async function drain(site: Site): Promise<void> {
  for await (const left of operationsOf(site).drain()) void left;
}

/** What `npx article-receiver export` writes of a site's log. */
async function exported(site: Site): Promise<CarriedDelivery[]> {
  const carried: CarriedDelivery[] = [];
  for await (const one of operationsOf(site).records({})) if (one.body) carried.push(one);
  return carried;
}

describe.each([
  ['the plugin’s own type', ARTICLE, 'sourceId', {}],
  ['a type of the site’s own', POST, 'feedId', TO_POSTS],
])('a log that is taken to another site, of %s', (_, uid, idField, options) => {
  const published = { event: 'article.status_changed' };
  const article = { status: 'published', language: 'en' };
  const kept = makeDelivery({ ...published, article });
  const deleted = makeDelivery({ ...published, article });
  const restored = makeDelivery({ ...published, article });
  const elsewhere = makeDelivery({ ...published, article });
  const names = { kept, deleted, restored, elsewhere };
  let site: Site;
  let firstId: string;

  const documents = () => site.strapi.documents(uid as never);
  const found = async ({ article: { id } }: WireDelivery, status: 'draft' | 'published') =>
    documents().findFirst({ filters: { [idField]: id }, status } as never);
  const isShown = async (one: WireDelivery) => ({
    draft: (await found(one, 'draft')) !== null,
    published: (await found(one, 'published')) !== null,
  });
  const remove = async (one: WireDelivery) => {
    const { documentId } = (await found(one, 'draft')) ?? { documentId: '' };
    await documents().delete({ documentId, locale: '*' } as never);
  };

  beforeAll(async () => {
    site = await bootSite(options);
    const ids: Record<string, string> = {};
    for (const [name, one] of Object.entries(names)) ids[name] = await arrive(site, one);
    firstId = ids.deleted ?? '';
    for (const one of [deleted, restored, elsewhere]) await remove(one);
    await operationsOf(site).redriveOne(ids.restored ?? '');
    await site.settle();
    expect(await isShown(restored)).toEqual({ draft: true, published: true });
    const log = await exported(site);
    await site.destroy();

    site = await bootSite(options);
    await arrive(site, elsewhere);
    await operationsOf(site).importDeliveries(log);
    await drain(site);
  });
  afterAll(() => site?.destroy());

  it('has what was there, and what somebody had brought back', async () => {
    for (const one of [kept, restored]) {
      expect(await isShown(one)).toEqual({ draft: true, published: true });
    }
  });

  it('does not bring back what an editor had deleted, whatever the service says next', async () => {
    expect(await isShown(deleted)).toEqual({ draft: false, published: false });
    const { state, reasonCode } = await deliveryDetail(site, firstId);
    expect([state, reasonCode]).toEqual(['parked', 'articleDeleted']);
    await arrive(site, nextWord(deleted, 'published', { title: 'Newer' }));
    expect(await isShown(deleted)).toEqual({ draft: false, published: false });
    expect(await operationsOf(site).rebuildPreview()).toMatchObject({ deleted: 1, create: 0 });
  });

  it('leaves what the other site has had itself', async () => {
    expect(await isShown(elsewhere)).toEqual({ draft: true, published: true });
  });

  it('brings it back once somebody asks for it', async () => {
    await operationsOf(site).rebuild(true);
    await drain(site);
    expect(await isShown(deleted)).toEqual({ draft: true, published: true });
  });
});
