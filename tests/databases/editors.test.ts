import { join } from 'node:path';
import { contentManager } from '../support/people/content-manager';
import {
  makeDelivery,
  nextDelivery,
  type WireArticle,
  type WireDelivery,
} from '../support/feed/deliveries';
import { arrive, deliveryDetail } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { heldProjection } from '../support/feed/held-projection';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const ARTICLE = 'plugin::article-receiver.article';

const STATUS = { event: 'article.status_changed' };

/** Servers have several transactions at the same time, of which none sees what the others write. */
describe('an editor whose work comes while a delivery is being written', () => {
  let site: Site;
  let forms: ReturnType<typeof contentManager>;
  let projection: ReturnType<typeof heldProjection>;

  beforeAll(async () => {
    const extension = join(__dirname, '..', 'support', 'sites', 'releases.js');
    site = await bootSite({ extension });
    projection = heldProjection(site);
    forms = contentManager(site, ARTICLE);
    await arrive(site, makeDelivery());
  });
  afterEach(() => projection.letGo());
  afterAll(() => site?.destroy());

  const articles = () => site.strapi.documents(ARTICLE);

  const titles = async (documentId: string, status: 'draft' | 'published') =>
    (
      await site.strapi.db.query(ARTICLE).findMany({
        where: { documentId, publishedAt: { [status === 'draft' ? '$null' : '$notNull']: true } },
      })
    ).map((row: { title: string }) => row.title);

  const isPublic = { ...STATUS, article: { status: 'published' } };
  const saying = (title: string, rest: Partial<WireArticle> = {}) => ({
    article: { title, ...rest },
  });

  /** An article, and a delivery with another title whose transaction is kept open. */
  async function writing(status: 'draft' | 'published', next: 'draft' | 'published' | 'archived') {
    const first = makeDelivery(status === 'published' ? isPublic : {});
    await arrive(site, first);
    const entry = await articles().findFirst({ filters: { sourceId: first.article.id } });
    if (!entry) throw new Error('the article is not there');
    const { documentId } = entry;
    const form = await forms.open(documentId);
    const event = next === 'draft' ? { event: 'article.ready' } : STATUS;
    const second = nextDelivery(first, { ...event, ...saying('Newer', { status: next }) });
    const id = await projection.hold(second);
    return { documentId, form, id };
  }

  /** Lets the delivery go on as soon as the editor's work waits for it. */
  async function meanwhile(work: () => Promise<unknown>): Promise<void> {
    let isDone = false;
    const done = work().finally(() => {
      isDone = true;
    });
    await until('the editor', async () => isDone || (await projection.isWaiting()));
    projection.letGo();
    await done;
    await site.settle();
  }

  it('deletes all of it', async () => {
    const { documentId } = await writing('published', 'published');
    await meanwhile(() => articles().delete({ documentId }));
    expect(await titles(documentId, 'draft')).toEqual([]);
    expect(await titles(documentId, 'published')).toEqual([]);
  });

  it('deletes several in full', async () => {
    const { documentId } = await writing('published', 'published');
    await meanwhile(() => forms.act('actions/bulkDelete', { documentIds: [documentId] }));
    expect(await titles(documentId, 'draft')).toEqual([]);
    expect(await titles(documentId, 'published')).toEqual([]);
  });

  it('does all of it to twenty at once, while deliveries of each of them arrive', async () => {
    let last: WireDelivery[] = Array.from({ length: 20 }, () => makeDelivery(isPublic));
    const arriving = () => last.map(async (delivery) => site.deliver(delivery));
    await Promise.all(arriving());
    await site.settle();
    const sourceId = { $in: last.map(({ article }) => article.id) };
    const made = () => articles().findMany({ filters: { sourceId }, limit: 100 });
    // Of twenty at once, one may fail at the locks of the others, and is tried again by itself.
    await eventually(async () => expect(await made()).toHaveLength(20));
    const documentIds = (await made()).map(({ documentId }) => documentId);

    /** How many drafts, and published versions, there are of them in the end. */
    async function during(action: string, next: object): Promise<number[]> {
      last = last.map((delivery) => nextDelivery(delivery, next));
      await Promise.all([forms.act(`actions/${action}`, { documentIds }), ...arriving()]);
      await site.settle();
      const rows = site.strapi.db.query(ARTICLE);
      const count = (publishedAt: object) =>
        rows.count({ where: { documentId: { $in: documentIds }, publishedAt } });
      return [await count({ $null: true }), await count({ $notNull: true })];
    }
    expect(await during('bulkUnpublish', isPublic)).toEqual([20, 0]);
    const draft = { event: 'article.ready', article: { title: 'Newer', status: 'draft' } };
    expect(await during('bulkPublish', draft)).toEqual([20, 20]);
    expect(await during('bulkDelete', isPublic)).toEqual([0, 0]);
  });

  it('takes it offline', async () => {
    const { documentId } = await writing('published', 'published');
    await meanwhile(() => articles().unpublish({ documentId }));
    expect(await titles(documentId, 'draft')).toEqual(['Newer']);
    expect(await titles(documentId, 'published')).toEqual([]);
  });

  it('takes several offline', async () => {
    const { documentId } = await writing('published', 'published');
    await meanwhile(() => forms.act('actions/bulkUnpublish', { documentIds: [documentId] }));
    expect(await titles(documentId, 'published')).toEqual([]);
  });

  it.each(['draft', 'published'] as const)('publishes it once, where it was %s', async (status) => {
    const { documentId, id } = await writing(status, 'published');
    await meanwhile(() => articles().publish({ documentId }));
    expect(await titles(documentId, 'published')).toEqual(['Newer']);
    expect((await deliveryDetail(site, id)).state).toBe('applied');
  });

  it.each(['draft', 'published'] as const)(
    'publishes several once, where they were %s',
    async (status) => {
      const { documentId, id } = await writing(status, 'published');
      await meanwhile(() => forms.act('actions/bulkPublish', { documentIds: [documentId] }));
      expect(await titles(documentId, 'published')).toEqual(['Newer']);
      expect((await deliveryDetail(site, id)).state).toBe('applied');
    },
  );

  it.each(['draft', 'published'] as const)(
    'publishes it once with a release that was scheduled, where it was %s',
    async (status) => {
      const { documentId, id } = await writing(status, 'published');
      const releases = site.strapi
        .plugin('content-releases')
        .service<{ publish(release: string): Promise<void> }>('release');
      await meanwhile(() => releases.publish(documentId));
      expect(await titles(documentId, 'published')).toEqual(['Newer']);
      expect((await deliveryDetail(site, id)).state).toBe('applied');
    },
  );

  it('publishes what the service wrote, and not what their form had of it', async () => {
    const { documentId, form } = await writing('draft', 'draft');
    await meanwhile(() => forms.save(form, { author: 'Edith' }, { publish: true }));
    expect(await titles(documentId, 'draft')).toEqual(['Newer']);
    expect(await titles(documentId, 'published')).toEqual(['Newer']);
    expect((await forms.open(documentId)).author).toBe('Edith');
  });

  it('drops their changes, and none of the service’s', async () => {
    const { documentId } = await writing('published', 'draft');
    await meanwhile(() => forms.act(`${documentId}/actions/unpublish`, { discardDraft: true }));
    expect(await titles(documentId, 'published')).toEqual([]);
    await eventually(async () => expect(await titles(documentId, 'draft')).toEqual(['Newer']));
  });

  it('drops their changes where it is taken offline, and keeps the draft', async () => {
    const { documentId } = await writing('published', 'archived');
    await meanwhile(() => forms.act(`${documentId}/actions/discard`, {}));
    expect(await titles(documentId, 'published')).toEqual([]);
    expect(await titles(documentId, 'draft')).toEqual(['Newer']);
  });
});
