import type { DryRun } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import {
  DEMANDING_TYPES,
  demandingSite,
  type DemandingSite,
  LACKING,
  PUBLISHED,
  publishing,
} from '../support/articles/demanding-site';
import { eventually } from '../support/eventually';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import type { adminApi } from '../support/people/admin-api';
import type { Site } from '../support/site/site';

const DELIVERY = 'plugin::article-receiver.delivery';

describe.each(DEMANDING_TYPES)('a publication of $name that Strapi refuses', (type) => {
  const { uid, key, field } = type;
  let articles: DemandingSite;
  let site: Site;
  let admin: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    articles = await demandingSite(type);
    ({ site, admin } = articles);
  });
  afterAll(() => articles?.destroy());

  const alertsAbout = async (deliveryId: string): Promise<number> => {
    const { id: deliveryPosition } = (await site.strapi.db
      .query(DELIVERY)
      .findOne({ where: { deliveryId } })) as { id: number };
    const alerts = site.strapi.db.query('plugin::article-receiver.alert');
    return alerts.count({ where: { deliveryPosition } });
  };

  /** As if the time had come at which its article is looked at again. */
  const lookNow = async (deliveryId: string): Promise<void> => {
    await site.strapi.db
      .query(DELIVERY)
      .updateMany({ where: { deliveryId }, data: { nextAttemptAt: Date.now() - 1 } });
    site.strapi.plugin('article-receiver').service<{ kick(): void }>('runner').kick();
  };

  it('costs no draft, and says in plain words what is missing', async () => {
    const first = makeDelivery(publishing('Written'));
    const id = await arrive(site, first);
    expect(await articles.titles(first)).toEqual({ draft: 'Written', published: null });
    const detail = await admin.delivery(id);
    expect(detail).toMatchObject({
      state: 'parked',
      reasonCode: 'publicationLacks',
      reasonValues: { fields: [field] },
      outcome: [{ code: 'draft' }, { code: 'publicationLacks', fields: [field] }],
    });
    expect(detail.reason).not.toMatch(/must|null|type/);
  });

  it('is foreseen by a dry run, and so is what counts in its place', async () => {
    const status = `approved for ${key}`;
    const first = makeDelivery({ ...PUBLISHED, article: { status, title: 'Approved' } });
    const lacking = { status, title: 'Approved without it', ...LACKING };
    const second = nextDelivery(first, { ...PUBLISHED, article: lacking });
    const third = nextDelivery(second, { ...PUBLISHED, article: { title: 'Nor with that' } });
    const ids: string[] = [];
    for (const one of [first, second, third]) ids.push(await arrive(site, one));
    await admin.put('/settings', { statusMap: { [status]: 'publish' } });
    const tried = async () =>
      (await admin.post('/deliveries/redrive', { ids, dryRun: true })).body as { data: DryRun };
    const nothing = { failed: [], create: 0, unpublish: 0, hold: 0 };
    const told = (await tried()).data;
    expect(told).toMatchObject({ ...nothing, publish: 1, unchanged: 0 });
    const { states = [] } = told.changes[0] ?? {};
    await admin.post('/deliveries/redrive', { ids });
    await site.settle();
    expect(await articles.titles(first)).toEqual({ draft: 'Nor with that', published: 'Approved' });
    for (const { deliveryId, to } of states) expect(await articles.stateOf(deliveryId)).toBe(to);
    expect((await tried()).data).toMatchObject({ ...nothing, update: 0, publish: 0, unchanged: 1 });
    await admin.put('/settings', { statusMap: null });
  });

  it('goes on by itself once an editor has saved what was missing', async () => {
    const first = makeDelivery(publishing('Completed'));
    const id = await arrive(site, first);
    await articles.edit(first, { [field]: 'By an editor.' });
    await articles.goesOut(id);
    expect(await articles.titles(first)).toEqual({ draft: 'Completed', published: 'Completed' });
    expect((await articles.version(first, 'published'))?.[field]).toBe('By an editor.');
  });

  it('is told once, however often its article is saved', async () => {
    const first = makeDelivery(publishing('Told'));
    const id = await arrive(site, first);
    for (const title of ['Told again', 'And again', 'And again once more']) {
      await articles.edit(first, { title });
      await site.settle();
      expect(await articles.stateOf(id)).toBe('parked');
    }
    expect(await alertsAbout(id)).toBe(1);
    expect((await admin.delivery(id)).attempts).toHaveLength(1);
  });

  it('goes on where the article was public already, unless an editor changed more', async () => {
    const stories = [
      { title: 'Only that', more: {}, state: 'applied', reasonCode: null },
      {
        title: 'More',
        more: { title: 'More, by an editor' },
        state: 'parked',
        reasonCode: 'publicationHeld',
      },
    ];
    for (const { title, more, state, reasonCode } of stories) {
      const first = makeDelivery(publishing('Public', { description: 'There.' }));
      await arrive(site, first);
      const next = nextDelivery(first, publishing(title));
      const id = await arrive(site, next);
      expect(await articles.titles(first)).toEqual({ draft: title, published: 'Public' });
      expect(await articles.stateOf(id)).toBe('parked');
      await articles.edit(first, { [field]: 'By an editor.', ...more });
      await eventually(async () => {
        expect(await admin.delivery(id)).toMatchObject({ state, reasonCode });
      });
      // Whoever was told that something is missing is told that there is something else to decide.
      expect(await alertsAbout(id)).toBe(state === 'applied' ? 1 : 2);
      const published = state === 'applied' ? title : 'Public';
      expect((await articles.titles(first)).published).toBe(published);
    }
  });

  it('is said, too, where what an editor filled in is overwritten', async () => {
    const first = makeDelivery(publishing('Filled in'));
    const id = await arrive(site, first);
    await articles.edit(first, { [field]: 'Theirs.' });
    await articles.goesOut(id);
    const rebuilt = async (editorEdits: string) => {
      expect((await admin.put('/settings', { editorEdits })).status).toBe(200);
      expect((await admin.post('/rebuild', {})).status).toBe(202);
      await site.settle();
      const { state, reasonCode } = await admin.delivery(id);
      return [state, reasonCode, (await articles.version(first, 'draft'))?.[field]];
    };
    const refused = ['parked', 'publicationLacks', null];
    expect(await rebuilt('overwrite')).toEqual(refused);
    expect((await articles.version(first, 'published'))?.[field]).toBe('Theirs.');
    expect(await rebuilt('overwrite')).toEqual(refused);
    expect((await admin.put('/settings', { editorEdits: 'keep' })).status).toBe(200);
  });

  it('goes on when an earlier delivery’s text is put back', async () => {
    const first = makeDelivery(publishing('Earlier', { description: 'There.' }));
    const earlier = await arrive(site, first);
    const id = await arrive(site, nextDelivery(first, publishing('Later')));
    expect(await articles.stateOf(id)).toBe('parked');
    const { documentId } = (await articles.version(first, 'draft')) ?? {};
    const path = `/articles/${documentId}/versions/${earlier}`;
    expect((await admin.post(path, { fields: [field] })).status).toBe(200);
    await articles.goesOut(id);
    const shown = await articles.version(first, 'published');
    expect([shown?.title, shown?.[field]]).toEqual(['Later', 'There.']);
  });

  it('goes on when the entry was put right elsewhere, and is told again where it is only otherwise wrong', async () => {
    const first = makeDelivery(publishing('Elsewhere'));
    const id = await arrive(site, first);
    const imported = async (text: string) => {
      await site.strapi.db
        .query(uid)
        .updateMany({ where: { [key]: first.article.id }, data: { [field]: text } });
    };
    await imported('?');
    await lookNow(id);
    await eventually(async () => {
      expect((await admin.delivery(id)).reasonCode).toBe('publicationMisfits');
    });
    expect(await alertsAbout(id)).toBe(2);
    await imported('Imported.');
    const { nextAttemptAt } = (await site.strapi.db
      .query(DELIVERY)
      .findOne({ where: { deliveryId: id } })) as { nextAttemptAt: string | number | null };
    expect(Number(nextAttemptAt)).toBeGreaterThan(Date.now());
    await lookNow(id);
    await articles.goesOut(id);
    expect((await articles.titles(first)).published).toBe('Elsewhere');
  });
});
