import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { adminApi } from '../support/people/admin-api';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const PUBLISHED = { event: 'article.status_changed', article: { status: 'published' } };

/** A newer draft of the service's. */
const ready = (delivery: WireDelivery, title: string): WireDelivery =>
  nextDelivery(delivery, { event: 'article.ready', article: { status: 'draft', title } });

describe('where the service wins over editors', () => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  /** The titles with which articles went out, in turn. */
  const out: string[] = [];

  beforeAll(async () => {
    site = await bootSite();
    admin = adminApi(site);
    site.strapi.eventHub.on('entry.publish', (...[payload]: unknown[]) => {
      const { uid, entry } = payload as { uid: string; entry: { title: string } };
      if (uid === ARTICLE) out.push(entry.title);
      return Promise.resolve();
    });
  });
  beforeEach(async () => {
    await setting('overwrite');
    out.length = 0;
  });
  afterAll(() => site?.destroy());

  const setting = async (editorEdits: 'keep' | 'overwrite') =>
    expect((await admin.put('/settings', { editorEdits })).status).toBe(200);

  const documents = () => site.strapi.documents(ARTICLE);

  async function titles({ article }: WireDelivery) {
    const filters = { sourceId: article.id };
    const draft = await documents().findFirst({ filters, status: 'draft' });
    const published = await documents().findFirst({ filters, status: 'published' });
    return { draft: draft?.title ?? null, published: published?.title ?? null };
  }

  async function entryOf({ article }: WireDelivery): Promise<string> {
    const found = await documents().findFirst({ filters: { sourceId: article.id } });
    return found?.documentId ?? '';
  }

  /** What an editor makes of the title, in the draft alone or also for readers. */
  async function edit(delivery: WireDelivery, title: string, isPublished = false): Promise<void> {
    const documentId = await entryOf(delivery);
    await documents().update({ documentId, data: { title } as never });
    if (isPublished) await documents().publish({ documentId });
  }

  async function rebuild(): Promise<void> {
    expect((await admin.post('/rebuild', {})).status).toBe(202);
    await site.settle();
  }

  const online = async (title: string): Promise<WireDelivery> => {
    const delivery = makeDelivery({ ...PUBLISHED, article: { ...PUBLISHED.article, title } });
    await arrive(site, delivery);
    return delivery;
  };

  it('a newer draft publishes nothing anew: readers have what they had', async () => {
    const first = await online('Online');
    await arrive(site, ready(first, 'Newer'));
    await arrive(site, ready(ready(first, 'Newer'), 'Newest'));
    expect(await titles(first)).toEqual({ draft: 'Newest', published: 'Online' });
    expect(out).toEqual(['Online']);
  });

  it('what an editor changed in the draft alone is not published to be taken back', async () => {
    const first = await online('Online');
    await edit(first, 'Theirs');
    await rebuild();
    expect(await titles(first)).toEqual({ draft: 'Online', published: 'Online' });
    expect(out).toEqual(['Online']);
  });

  it('what an editor published is taken back, also where the draft has the service’s already', async () => {
    const first = await online('Online');
    await edit(first, 'Theirs', true);
    await rebuild();
    expect(await titles(first)).toEqual({ draft: 'Online', published: 'Online' });

    await edit(first, 'Theirs again', true);
    await edit(first, 'Online');
    await rebuild();
    expect(await titles(first)).toEqual({ draft: 'Online', published: 'Online' });
  });

  it('a newer text of the service’s that an editor published stays', async () => {
    const first = await online('Online');
    const second = ready(first, 'Newer');
    await arrive(site, second);
    await documents().publish({ documentId: await entryOf(first) });
    await arrive(site, ready(second, 'Newest'));
    await rebuild();
    expect(await titles(first)).toEqual({ draft: 'Newest', published: 'Newer' });
  });

  it('an entry that was there already gets what the service says, and the delivery says so', async () => {
    const delivery = makeDelivery({ article: { title: 'Service' } });
    const data = { sourceId: delivery.article.id, title: 'By hand', slug: 'by-hand' };
    const { documentId } = await documents().create({ data: data as never });
    const deliveryId = await arrive(site, delivery);
    expect(await documents().findOne({ documentId })).toMatchObject({
      title: 'Service',
      slug: delivery.article.slug,
    });
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
    expect((await admin.delivery(deliveryId)).issues).toMatchObject([
      { path: 'article.id', code: 'adoptedOverwritten' },
    ]);
  });

  it('begins with what editors published before that was set', async () => {
    await setting('keep');
    const alone = await online('Online');
    const newer = await online('Online');
    for (const one of [alone, newer]) await edit(one, 'Theirs', true);
    await arrive(site, ready(newer, 'Newer'));
    await setting('overwrite');
    await rebuild();
    expect(await titles(alone)).toEqual({ draft: 'Online', published: 'Online' });
    expect(await titles(newer)).toEqual({ draft: 'Newer', published: 'Online' });
  });
});
