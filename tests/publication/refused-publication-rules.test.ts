import {
  DEMANDING,
  DEMANDING_TYPES,
  demandingSite,
  type DemandingSite,
  LACKING,
  PUBLISHED,
  publishing,
} from '../support/articles/demanding-site';
import { eventually } from '../support/eventually';
import { makeDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { quietly } from '../support/log-lines';
import type { adminApi } from '../support/people/admin-api';
import { bootSite, type Site } from '../support/site/site';

const DELIVERY = 'plugin::article-receiver.delivery';

/** As `ApplicationError` of `@strapi/utils`, which sites throw in their own code. */
const applicationError = (message: string) =>
  Object.assign(new Error(message), { name: 'ApplicationError', details: {} });

/** As `ValidationError` of `@strapi/utils`, with nothing about fields. */
const validationError = (message: string) =>
  Object.assign(new Error(message), { name: 'ValidationError', details: {} });

const STAGE_MISSING = 'Entry is not at the required stage to publish';

describe.each(DEMANDING_TYPES)('a rule of the site’s own for publications of $name', (type) => {
  const { uid } = type;
  let articles: DemandingSite;
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  /** What the site's own code does when something is to be published. */
  let rule: (publish: () => Promise<unknown>) => Promise<unknown>;
  const events: string[] = [];

  beforeAll(async () => {
    articles = await demandingSite(type);
    ({ site, admin } = articles);
    site.strapi.documents.use((context, next) => {
      if (context.uid !== uid || context.action !== 'publish') return next() as never;
      return rule(next as never) as never;
    });
    site.strapi.eventHub.on('entry.publish', (...[payload]: unknown[]) => {
      const told = payload as { uid: string; entry: { title: string } | null };
      if (told.uid === uid) events.push(told.entry?.title ?? '');
      return Promise.resolve();
    });
  });
  beforeEach(() => {
    rule = (publish) => publish();
  });
  afterAll(() => articles?.destroy());

  it('says what a rule of the site’s own says, and leaves nothing of the attempt', async () => {
    rule = async (publish) => {
      await publish();
      throw applicationError('Legal has not signed.');
    };
    const first = makeDelivery(publishing('Ruled', { description: 'There.' }));
    const id = await arrive(site, first);
    expect(await admin.delivery(id)).toMatchObject({
      state: 'parked',
      reasonCode: 'publicationRule',
      reasonValues: { text: 'Legal has not signed.' },
    });
    expect(await articles.titles(first)).toEqual({ draft: 'Ruled', published: null });

    rule = (publish) => publish();
    await articles.edit(first, { title: 'Ruled, signed' });
    await articles.goesOut(id);
    expect((await articles.titles(first)).published).toBe('Ruled, signed');
    await eventually(async () => {
      expect(events).toContain('Ruled, signed');
      return Promise.resolve();
    });
    expect(events).not.toContain('Ruled');
    // An entry that is gone again has nothing to be told of.
    expect(events).not.toContain('');
  });

  it('says that a review stage is missing, and goes on once an editor has set it', async () => {
    // As the review workflows refuse it, which need a licence: by the stage of what is to be published.
    let stage = 'To do';
    rule = (publish) =>
      stage === 'Reviewed' ? publish() : Promise.reject(validationError(STAGE_MISSING));
    const first = makeDelivery(publishing('Reviewed', { description: 'There.' }));
    const id = await arrive(site, first);
    expect(await admin.delivery(id)).toMatchObject({
      state: 'parked',
      reasonCode: 'publicationStage',
      outcome: [{ code: 'draft' }, { code: 'reason' }],
    });
    expect((await admin.delivery(id)).reason).not.toContain(STAGE_MISSING);
    expect(await articles.titles(first)).toEqual({ draft: 'Reviewed', published: null });
    await articles.edit(first, { title: 'Still to do' });
    await site.settle();
    expect(await articles.stateOf(id)).toBe('parked');

    stage = 'Reviewed';
    await articles.edit(first, { title: 'Reviewed by Ada' });
    await articles.goesOut(id);
    expect((await articles.titles(first)).published).toBe('Reviewed by Ada');
  });

  it('is tried again by itself where the site’s own code broke, with the draft in place', async () => {
    rule = () => Promise.reject(new Error('the search service is away'));
    const first = makeDelivery(publishing('Broken', { description: 'There.' }));
    const id = await arrive(site, first);
    expect(await admin.delivery(id)).toMatchObject({
      state: 'failed',
      reason: 'the search service is away',
    });
    expect((await admin.delivery(id)).nextAttemptAt).not.toBeNull();
    expect(await articles.titles(first)).toEqual({ draft: 'Broken', published: null });
    rule = (publish) => publish();
    await admin.redrive(id);
    expect(await articles.titles(first)).toEqual({ draft: 'Broken', published: 'Broken' });
  });
});

describe('a look at a refused publication', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({
      extension: DEMANDING,
      pluginConfig: { sweepIntervalMs: 1_000, retry: { firstDelayMs: 500, maxDelayMs: 60_000 } },
    });
  });
  afterAll(() => site?.destroy());

  it('that fails is followed by a pause, as any failure', async () => {
    const image = await makeImage({ color: '#123456' });
    const first = makeDelivery({
      ...PUBLISHED,
      article: { status: 'published', images: [image], ...LACKING },
    });
    const id = await arrive(site, first);
    const deliveries = site.strapi.db.query(DELIVERY);
    const planned = async () => {
      const row = (await deliveries.findOne({ where: { deliveryId: id } })) as {
        state: string;
        failures: number;
        nextAttemptAt: number;
      };
      return { ...row, isAhead: row.nextAttemptAt > Date.now() };
    };
    expect(await planned()).toMatchObject({ state: 'parked', failures: 1 });

    const upload = site.strapi.plugin('upload').service<{
      remove(file: unknown): Promise<unknown>;
    }>('upload');
    for (const file of await site.strapi.db.query('plugin::upload.file').findMany())
      await upload.remove(file);
    const storage = site.strapi.plugin('upload').service<{ upload: unknown }>('provider');
    const { upload: put } = storage;
    storage.upload = () => Promise.reject(new Error('the storage is on fire'));
    await quietly(site, async () => {
      await eventually(async () => {
        expect(await planned()).toMatchObject({ state: 'parked', failures: 2, isAhead: true });
      });
    });
    storage.upload = put;
  });
});
