import {
  DEMANDING_TYPES,
  demandingSite,
  type DemandingSite,
  PUBLISHED,
  publishing,
} from '../support/articles/demanding-site';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import type { adminApi } from '../support/people/admin-api';
import type { Site } from '../support/site/site';

describe.each(DEMANDING_TYPES)('a refused publication of $name, among others', (type) => {
  const { field } = type;
  let articles: DemandingSite;
  let site: Site;
  let admin: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    articles = await demandingSite(type);
    ({ site, admin } = articles);
  });
  afterAll(() => articles?.destroy());

  it('stops nothing that is newer', async () => {
    const first = makeDelivery(publishing('Refused'));
    const refused = await arrive(site, first);
    const draft = nextDelivery(first, {
      event: 'article.ready',
      article: { status: 'draft', title: 'Newer draft' },
    });
    const newer = await arrive(site, draft);
    expect(await articles.titles(first)).toEqual({ draft: 'Newer draft', published: null });
    expect([await articles.stateOf(refused), await articles.stateOf(newer)]).toEqual([
      'parked',
      'applied',
    ]);

    await articles.edit(first, { [field]: 'By an editor.' });
    await articles.goesOut(refused);
    expect(await articles.titles(first)).toEqual({ draft: 'Newer draft', published: 'Refused' });
  });

  it('leaves out what was before it, whatever arrives first', async () => {
    const first = makeDelivery(publishing('Complete', { description: 'There.' }));
    const second = nextDelivery(first, publishing('Refused'));
    const third = nextDelivery(second, publishing('Refused, too'));
    const newest = await arrive(site, third);
    const between = await arrive(site, second);
    const oldest = await arrive(site, first);
    expect(await articles.titles(first)).toEqual({ draft: 'Refused, too', published: 'Complete' });
    const states = async () => Promise.all([newest, between, oldest].map(articles.stateOf));
    expect(await states()).toEqual(['parked', 'superseded', 'applied']);
    await admin.post('/rebuild');
    await site.settle();
    expect(await articles.titles(first)).toEqual({ draft: 'Refused, too', published: 'Complete' });
    expect(await states()).toEqual(['parked', 'superseded', 'applied']);

    await articles.edit(first, { [field]: 'By an editor.' });
    await articles.goesOut(newest);
    expect((await articles.titles(first)).published).toBe('Refused, too');
    expect(await states()).toEqual(['applied', 'superseded', 'superseded']);
  });

  it('does not go out over what an editor published or unpublished since', async () => {
    const first = makeDelivery(publishing('Refused'));
    const id = await arrive(site, first);
    const newer = { event: 'article.ready', article: { status: 'draft', title: 'Newer' } };
    await arrive(site, nextDelivery(first, newer));
    const documentId = (await articles.version(first, 'draft'))?.documentId;
    await site.strapi.db.transaction(async () => {
      await articles.edit(first, { [field]: 'By an editor.' });
      await articles.documents.publish({ documentId } as never);
    });
    await articles.goesOut(id);
    expect(await articles.titles(first)).toEqual({ draft: 'Newer', published: 'Newer' });
    await articles.documents.unpublish({ documentId } as never);
    await site.settle();
    expect((await articles.titles(first)).published).toBeNull();
  });

  it('is settled by a newer publication', async () => {
    const first = makeDelivery(publishing('Refused'));
    const refused = await arrive(site, first);
    const complete = nextDelivery(first, publishing('Complete', { description: 'There.' }));
    expect(await articles.stateOf(await arrive(site, complete))).toBe('applied');
    expect(await articles.stateOf(refused)).toBe('superseded');
    expect(await articles.titles(first)).toEqual({ draft: 'Complete', published: 'Complete' });
  });

  it('is settled by an unpublication', async () => {
    const first = makeDelivery(publishing('Refused'));
    const refused = await arrive(site, first);
    const archived = nextDelivery(first, { ...PUBLISHED, article: { status: 'archived' } });
    expect(await articles.stateOf(await arrive(site, archived))).toBe('applied');
    expect(await articles.stateOf(refused)).toBe('superseded');
    await articles.edit(first, { [field]: 'By an editor.' });
    await site.settle();
    expect((await articles.titles(first)).published).toBeNull();
  });

  it('takes no for an answer, until somebody redrives it', async () => {
    const first = makeDelivery(publishing('Public', { description: 'There.' }));
    await arrive(site, first);
    const next = nextDelivery(first, publishing('Declined'));
    const id = await arrive(site, next);
    expect((await admin.post(`/deliveries/${id}/leave`)).status).toBe(202);
    await site.settle();
    expect((await admin.delivery(id)).left?.by).toBe('Ada Admin');
    await articles.edit(first, { [field]: 'By an editor.' });
    await admin.post('/rebuild');
    await site.settle();
    expect(await articles.stateOf(id)).toBe('applied');
    expect(await articles.titles(first)).toEqual({ draft: 'Declined', published: 'Public' });

    await admin.redrive(id);
    expect(await admin.delivery(id)).toMatchObject({ reasonCode: 'publicationHeld' });
    expect((await admin.delivery(id)).left).toBeNull();
  });
});
