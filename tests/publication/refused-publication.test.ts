import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DryRun } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../support/people/admin-api';
import {
  makeDelivery,
  nextDelivery,
  type DeliveryOverrides,
  type WireArticle,
  type WireDelivery,
} from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { makeImage } from '../support/feed/images';
import { quietly } from '../support/log-lines';
import { ownTypesWith, POST, POST_TARGET } from '../support/articles/own-types';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const DELIVERY = 'plugin::article-receiver.delivery';
const PUBLISHED = { event: 'article.status_changed' };

/** Nothing in the delivery fills the field without which the site does not publish. */
const LACKING = { description: null, tldr: null } as never as Partial<WireArticle>;

/** As `ApplicationError` of `@strapi/utils`, which sites throw in their own code. */
const applicationError = (message: string) =>
  Object.assign(new Error(message), { name: 'ApplicationError', details: {} });

/** As `ValidationError` of `@strapi/utils`, with nothing about fields. */
const validationError = (message: string) =>
  Object.assign(new Error(message), { name: 'ValidationError', details: {} });

const STAGE_MISSING = 'Entry is not at the required stage to publish';

const TYPES = [
  { name: "the plugin's article", uid: ARTICLE, key: 'sourceId', field: 'description' },
  { name: 'a type of the site', uid: POST, key: 'feedId', field: 'excerpt' },
];

describe.each(TYPES)('a publication of $name that Strapi refuses', ({ uid, key, field }) => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  let folder: string;
  /** What the site's own code does when something is to be published. */
  let rule: (publish: () => Promise<unknown>) => Promise<unknown>;
  const events: string[] = [];

  beforeAll(async () => {
    folder = await ownTypesWith('post', { excerpt: { required: true } });
    site = await bootSite(
      uid === ARTICLE
        ? { extension: join(__dirname, '..', 'support', 'sites', 'demanding.js') }
        : { types: folder, pluginConfig: { target: POST_TARGET } },
    );
    admin = adminApi(site);
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
  afterAll(async () => {
    await site?.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  interface Version {
    documentId: string;
    title: string;
    [field: string]: unknown;
  }

  const documents = () => site.strapi.documents(uid as never);

  const version = async ({ article }: WireDelivery, status: 'draft' | 'published') =>
    (await documents().findFirst({
      filters: { [key]: article.id },
      status,
    } as never)) as Version | null;

  async function titles(delivery: WireDelivery) {
    const draft = await version(delivery, 'draft');
    const published = await version(delivery, 'published');
    return { draft: draft?.title ?? null, published: published?.title ?? null };
  }

  async function edit(delivery: WireDelivery, data: Record<string, unknown>): Promise<void> {
    const documentId = (await version(delivery, 'draft'))?.documentId;
    await documents().update({ documentId, data } as never);
  }

  const publishing = (title: string, rest: Partial<WireArticle> = LACKING): DeliveryOverrides => ({
    ...PUBLISHED,
    article: { status: 'published', title, ...rest },
  });

  const stateOf = async (id: string) => (await admin.delivery(id)).state;

  const goesOut = (id: string) =>
    eventually(async () => {
      expect(await stateOf(id)).toBe('applied');
    });

  it('costs no draft, and says in plain words what is missing', async () => {
    const first = makeDelivery(publishing('Written'));
    const id = await arrive(site, first);
    expect(await titles(first)).toEqual({ draft: 'Written', published: null });
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
    expect(await titles(first)).toEqual({ draft: 'Nor with that', published: 'Approved' });
    for (const { deliveryId, to } of states) expect(await stateOf(deliveryId)).toBe(to);
    expect((await tried()).data).toMatchObject({ ...nothing, update: 0, publish: 0, unchanged: 1 });
    await admin.put('/settings', { statusMap: null });
  });

  it('goes on by itself once an editor has saved what was missing', async () => {
    const first = makeDelivery(publishing('Completed'));
    const id = await arrive(site, first);
    await edit(first, { [field]: 'By an editor.' });
    await goesOut(id);
    expect(await titles(first)).toEqual({ draft: 'Completed', published: 'Completed' });
    expect((await version(first, 'published'))?.[field]).toBe('By an editor.');
  });

  it('is told once, however often its article is saved', async () => {
    const first = makeDelivery(publishing('Told'));
    const id = await arrive(site, first);
    for (const title of ['Told again', 'And again', 'And again once more']) {
      await edit(first, { title });
      await site.settle();
      expect(await stateOf(id)).toBe('parked');
    }
    const { id: position } = (await site.strapi.db
      .query(DELIVERY)
      .findOne({ where: { deliveryId: id } })) as { id: number };
    const alerts = site.strapi.db.query('plugin::article-receiver.alert');
    expect(await alerts.count({ where: { deliveryPosition: position } })).toBe(1);
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
      expect(await titles(first)).toEqual({ draft: title, published: 'Public' });
      expect(await stateOf(id)).toBe('parked');
      await edit(first, { [field]: 'By an editor.', ...more });
      await eventually(async () => {
        expect(await admin.delivery(id)).toMatchObject({ state, reasonCode });
      });
      const published = state === 'applied' ? title : 'Public';
      expect((await titles(first)).published).toBe(published);
    }
  });

  it('is said, too, where what an editor filled in is overwritten', async () => {
    const first = makeDelivery(publishing('Filled in'));
    const id = await arrive(site, first);
    await edit(first, { [field]: 'Theirs.' });
    await goesOut(id);
    const rebuilt = async (editorEdits: string) => {
      expect((await admin.put('/settings', { editorEdits })).status).toBe(200);
      expect((await admin.post('/rebuild', {})).status).toBe(202);
      await site.settle();
      const { state, reasonCode } = await admin.delivery(id);
      return [state, reasonCode, (await version(first, 'draft'))?.[field]];
    };
    const refused = ['parked', 'publicationLacks', null];
    expect(await rebuilt('overwrite')).toEqual(refused);
    expect((await version(first, 'published'))?.[field]).toBe('Theirs.');
    expect(await rebuilt('overwrite')).toEqual(refused);
    expect((await admin.put('/settings', { editorEdits: 'keep' })).status).toBe(200);
  });

  it('goes on when an earlier delivery’s text is put back', async () => {
    const first = makeDelivery(publishing('Earlier', { description: 'There.' }));
    const earlier = await arrive(site, first);
    const id = await arrive(site, nextDelivery(first, publishing('Later')));
    expect(await stateOf(id)).toBe('parked');
    const { documentId } = (await version(first, 'draft')) ?? {};
    const path = `/articles/${documentId}/versions/${earlier}`;
    expect((await admin.post(path, { fields: [field] })).status).toBe(200);
    await goesOut(id);
    const shown = await version(first, 'published');
    expect([shown?.title, shown?.[field]]).toEqual(['Later', 'There.']);
  });

  it('goes on when the entry was put right elsewhere', async () => {
    const first = makeDelivery(publishing('Elsewhere'));
    const id = await arrive(site, first);
    await site.strapi.db
      .query(uid)
      .updateMany({ where: { [key]: first.article.id }, data: { [field]: 'Imported.' } });
    const { nextAttemptAt } = (await site.strapi.db
      .query(DELIVERY)
      .findOne({ where: { deliveryId: id } })) as { nextAttemptAt: string | number | null };
    expect(Number(nextAttemptAt)).toBeGreaterThan(Date.now());
    await site.strapi.db
      .query(DELIVERY)
      .updateMany({ where: { deliveryId: id }, data: { nextAttemptAt: Date.now() - 1 } });
    site.strapi.plugin('article-receiver').service<{ kick(): void }>('runner').kick();
    await goesOut(id);
    expect((await titles(first)).published).toBe('Elsewhere');
  });

  it('stops nothing that is newer', async () => {
    const first = makeDelivery(publishing('Refused'));
    const refused = await arrive(site, first);
    const draft = nextDelivery(first, {
      event: 'article.ready',
      article: { status: 'draft', title: 'Newer draft' },
    });
    const newer = await arrive(site, draft);
    expect(await titles(first)).toEqual({ draft: 'Newer draft', published: null });
    expect([await stateOf(refused), await stateOf(newer)]).toEqual(['parked', 'applied']);

    await edit(first, { [field]: 'By an editor.' });
    await goesOut(refused);
    expect(await titles(first)).toEqual({ draft: 'Newer draft', published: 'Refused' });
  });

  it('takes no slug from another article for what does not come out', async () => {
    const language = { language: 'en' };
    const asked = 'asked-for-by-both';
    await arrive(site, makeDelivery({ article: { ...language, slug: asked } }));
    const newer = makeDelivery({ article: { ...language, slug: 'its-own-by-now' } });
    await arrive(site, newer);
    const older = makeDelivery({
      ...PUBLISHED,
      timestamp: '2020-01-01T00:00:00.000Z',
      article: {
        ...newer.article,
        ...LACKING,
        slug: asked,
        status: 'published',
        updatedAt: '2020-01-01T00:00:00.000Z',
      },
    });
    // Settles: the two would give it to each other for ever.
    await arrive(site, older);
    const parked = await site.strapi.db
      .query(DELIVERY)
      .findOne({ where: { state: 'parked', slug: asked } });
    expect(parked).toMatchObject({ reasonCode: 'publicationLacks' });
  });

  it('takes no slug for an older publication that was refused, too: it would be given back for ever', async () => {
    const first = makeDelivery(publishing('Older', { ...LACKING, slug: 'left-by-it' }));
    await arrive(site, first);
    const next = nextDelivery(first, publishing('Newer', { ...LACKING, slug: 'found-by-it' }));
    await arrive(site, next);
    const other = makeDelivery({ article: { slug: 'left-by-it', description: 'There.' } });
    await arrive(site, other);
    expect((await version(other, 'draft'))?.slug).toBe('left-by-it');
    expect(await titles(first)).toEqual({ draft: 'Newer', published: null });
  });

  it('takes no slug for what an editor unpublished: it would be given back for ever', async () => {
    const there = { description: 'There.', language: 'en' };
    const first = makeDelivery(publishing('Public', { ...there, slug: 'was-public' }));
    await arrive(site, first);
    const draft = { ...there, title: 'Draft', slug: 'is-no-more', status: 'draft' };
    await arrive(site, nextDelivery(first, { event: 'article.ready', article: draft }));
    const { documentId } = (await version(first, 'published')) ?? {};
    await documents().unpublish({ documentId } as never);
    const other = makeDelivery({ article: { ...there, slug: 'was-public' } });
    await arrive(site, other);
    expect((await version(other, 'draft'))?.slug).toBe('was-public');
    expect(await titles(first)).toEqual({ draft: 'Draft', published: null });
  });

  it('takes no slug that an editor gave the article another for: it would be given back for ever', async () => {
    const slug = `left-${key.toLowerCase()}`;
    const first = makeDelivery(publishing('Refused', { ...LACKING, slug }));
    await arrive(site, first);
    await edit(first, { slug: `${slug}-own` });
    const other = makeDelivery({ article: { slug } });
    await arrive(site, other);
    expect((await version(first, 'draft'))?.slug).toBe(`${slug}-own`);
    expect((await version(other, 'draft'))?.slug).toBe(slug);
  });

  it('takes no slug for an article that somebody deleted: it would be given back for ever', async () => {
    const slug = `deleted-${key.toLowerCase()}`;
    let last = makeDelivery(publishing('Refused', { ...LACKING, slug }));
    await arrive(site, last);
    // It is told of a slug that it had before when that changes hands.
    for (const next of [`${slug}-elsewhere`, slug]) {
      last = nextDelivery(last, publishing('Refused', { ...LACKING, slug: next }));
      await arrive(site, last);
    }
    const { documentId } = (await version(last, 'draft')) ?? {};
    await documents().delete({ documentId } as never);
    const other = makeDelivery({ article: { slug } });
    await arrive(site, other);
    expect((await version(other, 'draft'))?.slug).toBe(slug);
    expect(await version(last, 'draft')).toBeNull();
  });

  it('leaves out what was before it, whatever arrives first', async () => {
    const first = makeDelivery(publishing('Complete', { description: 'There.' }));
    const second = nextDelivery(first, publishing('Refused'));
    const third = nextDelivery(second, publishing('Refused, too'));
    const newest = await arrive(site, third);
    const between = await arrive(site, second);
    const oldest = await arrive(site, first);
    expect(await titles(first)).toEqual({ draft: 'Refused, too', published: 'Complete' });
    const states = async () => Promise.all([newest, between, oldest].map(stateOf));
    expect(await states()).toEqual(['parked', 'superseded', 'applied']);
    await admin.post('/rebuild');
    await site.settle();
    expect(await titles(first)).toEqual({ draft: 'Refused, too', published: 'Complete' });
    expect(await states()).toEqual(['parked', 'superseded', 'applied']);

    await edit(first, { [field]: 'By an editor.' });
    await goesOut(newest);
    expect((await titles(first)).published).toBe('Refused, too');
    expect(await states()).toEqual(['applied', 'superseded', 'superseded']);
  });

  it('does not go out over what an editor published or unpublished since', async () => {
    const first = makeDelivery(publishing('Refused'));
    const id = await arrive(site, first);
    const newer = { event: 'article.ready', article: { status: 'draft', title: 'Newer' } };
    await arrive(site, nextDelivery(first, newer));
    const documentId = (await version(first, 'draft'))?.documentId;
    await site.strapi.db.transaction(async () => {
      await edit(first, { [field]: 'By an editor.' });
      await documents().publish({ documentId } as never);
    });
    await goesOut(id);
    expect(await titles(first)).toEqual({ draft: 'Newer', published: 'Newer' });
    await documents().unpublish({ documentId } as never);
    await site.settle();
    expect((await titles(first)).published).toBeNull();
  });

  it('is settled by a newer publication', async () => {
    const first = makeDelivery(publishing('Refused'));
    const refused = await arrive(site, first);
    const complete = nextDelivery(first, publishing('Complete', { description: 'There.' }));
    expect(await stateOf(await arrive(site, complete))).toBe('applied');
    expect(await stateOf(refused)).toBe('superseded');
    expect(await titles(first)).toEqual({ draft: 'Complete', published: 'Complete' });
  });

  it('is settled by an unpublication', async () => {
    const first = makeDelivery(publishing('Refused'));
    const refused = await arrive(site, first);
    const archived = nextDelivery(first, { ...PUBLISHED, article: { status: 'archived' } });
    expect(await stateOf(await arrive(site, archived))).toBe('applied');
    expect(await stateOf(refused)).toBe('superseded');
    await edit(first, { [field]: 'By an editor.' });
    await site.settle();
    expect((await titles(first)).published).toBeNull();
  });

  it('takes no for an answer, until somebody redrives it', async () => {
    const first = makeDelivery(publishing('Public', { description: 'There.' }));
    await arrive(site, first);
    const next = nextDelivery(first, publishing('Declined'));
    const id = await arrive(site, next);
    expect((await admin.post(`/deliveries/${id}/leave`)).status).toBe(202);
    await site.settle();
    expect((await admin.delivery(id)).left?.by).toBe('Ada Admin');
    await edit(first, { [field]: 'By an editor.' });
    await admin.post('/rebuild');
    await site.settle();
    expect(await stateOf(id)).toBe('applied');
    expect(await titles(first)).toEqual({ draft: 'Declined', published: 'Public' });

    await admin.redrive(id);
    expect(await admin.delivery(id)).toMatchObject({ reasonCode: 'publicationHeld' });
    expect((await admin.delivery(id)).left).toBeNull();
  });

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
    expect(await titles(first)).toEqual({ draft: 'Ruled', published: null });

    rule = (publish) => publish();
    await edit(first, { title: 'Ruled, signed' });
    await goesOut(id);
    expect((await titles(first)).published).toBe('Ruled, signed');
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
    expect(await titles(first)).toEqual({ draft: 'Reviewed', published: null });
    await edit(first, { title: 'Still to do' });
    await site.settle();
    expect(await stateOf(id)).toBe('parked');

    stage = 'Reviewed';
    await edit(first, { title: 'Reviewed by Ada' });
    await goesOut(id);
    expect((await titles(first)).published).toBe('Reviewed by Ada');
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
    expect(await titles(first)).toEqual({ draft: 'Broken', published: null });
    rule = (publish) => publish();
    await admin.redrive(id);
    expect(await titles(first)).toEqual({ draft: 'Broken', published: 'Broken' });
  });
});

describe('a look at a refused publication', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({
      extension: join(__dirname, '..', 'support', 'sites', 'demanding.js'),
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
