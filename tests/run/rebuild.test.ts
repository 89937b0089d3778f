import { fingerprint } from '../../src/plugins/article-receiver/server/src/projection/merge/fingerprint';
import type { DryRun, JobSummary } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { samples } from '../support/feed/samples';
import { bootSite, type Site } from '../support/site/site';

const TYPES = ['article', 'campaign', 'media-asset', 'tag'] as const;
const JOB = 'plugin::article-receiver.job';
const uid = (name: string) => `plugin::article-receiver.${name}` as never;

let site: Site;
let admin: ReturnType<typeof adminApi>;

beforeEach(async () => {
  site = await bootSite();
  admin = adminApi(site);
});
afterEach(() => site?.destroy());

async function sendSamples(): Promise<void> {
  for (const { bytes } of samples()) {
    expect((await site.deliver(bytes)).status).toBe(202);
    await site.settle();
  }
}

/** What differs between two runs that end in the same content. */
const FLEETING = new Set(['id', 'createdAt', 'updatedAt', 'publishedAt', 'firstPublishedAt']);

function lasting(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lasting);
  if (typeof value !== 'object' || value === null) return value;
  // A file that is uploaded again is the same file in all but its ids.
  const fleeting = (key: string) => FLEETING.has(key) || (key === 'documentId' && 'hash' in value);
  const entries = Object.entries(value).filter(([key]) => !fleeting(key));
  return Object.fromEntries(entries.map(([key, entry]) => [key, lasting(entry)]));
}

/** All content, drafts and published, with the files behind it. */
async function content() {
  const all: Record<string, unknown> = {};
  for (const name of TYPES) {
    for (const status of ['draft', 'published'] as const) {
      const found = await site.strapi
        .documents(uid(name))
        .findMany({ status, populate: '*', sort: 'documentId', limit: 1000 } as never);
      all[`${name} ${status}`] = lasting(found);
    }
  }
  const files = await site.strapi.db.query('plugin::upload.file').findMany({ orderBy: 'hash' });
  all.files = files.map(({ hash, url }: { hash: string; url: string }) => ({ hash, url }));
  return all;
}

async function emptyContent(): Promise<void> {
  for (const name of TYPES) await site.strapi.db.query(uid(name)).deleteMany({});
  const upload = site.strapi.plugin('upload').service('upload');
  for (const file of await site.strapi.db.query('plugin::upload.file').findMany()) {
    await upload.remove(file);
  }
}

async function finished(): Promise<JobSummary> {
  let job: JobSummary | null = null;
  await eventually(async () => {
    job = (await admin.get('/rebuild')).body.data as JobSummary;
    expect(job.state).toBe('done');
  });
  await site.settle();
  if (!job) throw new Error('there is no job');
  return job;
}

/** The site's runner, which carries jobs out. */
interface Runner {
  start(): void;
  stop(): Promise<void>;
}

describe('a rebuild', () => {
  it('gives back the same content, publication and files after they were emptied', async () => {
    await sendSamples();
    const before = await content();
    await emptyContent();

    const untold = (await admin.post('/rebuild', { dryRun: true })).body.data as DryRun;
    expect(untold).toMatchObject({ articles: 3, deleted: 3, create: 0, publish: 0 });
    const asked = { dryRun: true, restoreDeleted: true };
    const preview = (await admin.post('/rebuild', asked)).body.data as DryRun;
    expect(preview).toMatchObject({ articles: 3, create: 3, publish: 1, failed: [] });
    expect(preview.changes.map(({ action }) => action)).toEqual(['create', 'create', 'create']);
    expect(await site.strapi.documents(uid('article')).count({})).toBe(0);

    expect((await admin.post('/rebuild', { restoreDeleted: true })).status).toBe(202);
    expect(await finished()).toMatchObject({ kind: 'rebuild', done: 8, changed: 3, failed: 0 });
    expect(await content()).toEqual(before);
  });

  it('touches nothing that is right already', async () => {
    await sendSamples();
    const updatedAt = async () =>
      (await site.strapi.db.query(uid('article')).findMany({ orderBy: 'id' })).map(
        (row: { id: number; updatedAt: string }) => [row.id, row.updatedAt],
      );
    const before = await updatedAt();
    const preview = (await admin.post('/rebuild', { dryRun: true })).body.data as DryRun;
    expect(preview).toMatchObject({ articles: 3, unchanged: 3, changes: [] });
    await admin.post('/rebuild');
    expect(await finished()).toMatchObject({ changed: 0 });
    expect(await updatedAt()).toEqual(before);
  });

  it('that brings back what was deleted has recorded it before it goes on to the next', async () => {
    for (let sent = 0; sent < 3; sent += 1) await site.deliver(makeDelivery());
    await site.settle();
    await emptyContent();
    const recorded: number[] = [];
    site.strapi.documents.use(async (context, next) => {
      const isArticle = context.uid === uid('article') && context.action === 'create';
      if (isArticle) recorded.push((await site.strapi.db.query(JOB).findOne({})).done);
      return next();
    });
    await admin.post('/rebuild', { restoreDeleted: true });
    await finished();
    expect(recorded).toHaveLength(3);
    expect(recorded[0]).toBeLessThan(recorded[1] ?? 0);
    expect(recorded[1]).toBeLessThan(recorded[2] ?? 0);
  });

  it('can be paused, survives a restart, and goes on', async () => {
    await sendSamples();
    await emptyContent();
    await admin.post('/rebuild', { restoreDeleted: true });
    await admin.post('/rebuild/pause');
    const { body } = await admin.get('/rebuild');
    expect(body.data.state).toBe('paused');
    expect((await admin.post('/rebuild')).status).toBe(409);
    await site.restart();
    admin = adminApi(site);
    await admin.post('/rebuild/resume');
    expect(await finished()).toMatchObject({ done: 8 });
    expect(await site.strapi.documents(uid('article')).count({})).toBe(3);
    // What is done is neither paused nor cancelled any more.
    for (const action of ['pause', 'resume', 'cancel']) {
      expect((await admin.post(`/rebuild/${action}`)).status).toBe(409);
    }
    expect(await finished()).toMatchObject({ state: 'done' });
  });

  it('is one at a time, whoever else asks at the same moment', async () => {
    const runner = site.strapi.plugin('article-receiver').service<Runner>('runner');
    // So that none is done before the others are asked for.
    await runner.stop();
    const operations = site.strapi.plugin('article-receiver').service<Operations>('operations');
    const asked = await Promise.all([1, 2, 3].map(() => operations.rebuild()));
    expect(asked.filter((answer) => 'begun' in answer)).toHaveLength(1);
    expect((await admin.post('/rebuild')).status).toBe(409);
    runner.start();
    await site.settle();
  });

  it('refuses input that it does not know, and names it', async () => {
    const { status, body } = await admin.post('/rebuild', { dryRun: 'yes' });
    expect(status).toBe(400);
    expect(body.error.details.issues).toMatchObject([{ path: 'dryRun' }]);
  });

  it('asks nothing about what an editor deleted, until the service says something new of it', async () => {
    const draft = makeDelivery();
    const published = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    const ids: string[] = [];
    for (const delivery of [draft, published]) ids.push(await arrive(site, delivery));
    const documents = site.strapi.documents(uid('article'));
    for (const { documentId } of await documents.findMany({}))
      await documents.delete({ documentId });
    await site.settle();
    await admin.post('/rebuild');
    expect(await finished()).toMatchObject({ done: 2, changed: 0, failed: 0 });
    const parked = () =>
      site.strapi.db.query('plugin::article-receiver.alert').count({ where: { kind: 'parked' } });
    const states = await Promise.all(ids.map(async (id) => (await admin.delivery(id)).state));
    expect([states, await parked()]).toEqual([['applied', 'applied'], 0]);

    const newer = await arrive(site, nextDelivery(draft, { article: { title: 'Newer' } }));
    expect(await admin.delivery(newer)).toMatchObject({
      state: 'parked',
      reasonCode: 'articleDeleted',
    });
    expect([await parked(), await documents.count({})]).toEqual([1, 0]);
  });

  it('asks nothing about a deleted article when a word is decided on that was there before', async () => {
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'proofread' },
    });
    const id = await arrive(site, delivery);
    const documents = site.strapi.documents(uid('article'));
    for (const { documentId } of await documents.findMany({}))
      await documents.delete({ documentId });
    await site.settle();
    await admin.post(`/deliveries/${id}/decide`, { effect: 'publish' });
    await site.settle();
    const { state, reasonCode } = await admin.delivery(id);
    expect([state, reasonCode, await documents.count({})]).toEqual(['applied', null, 0]);
  });
});

describe('a bulk redrive', () => {
  it('takes a filter, and shows first what it would do', async () => {
    const first = makeDelivery();
    const other = makeDelivery();
    for (const delivery of [first, other]) await site.deliver(delivery);
    await site.settle();
    const filters = { articleId: first.article.id };
    const { body } = await admin.post('/deliveries/redrive', { filters, dryRun: true });
    expect(body.data).toMatchObject({ deliveries: 1, articles: 1, unchanged: 1 });
    await admin.post('/deliveries/redrive', { filters });
    expect(await finished()).toMatchObject({ kind: 'redrive', total: 1, done: 1 });
  });

  it('ends with all done, where what it goes by changes with the first of an article', async () => {
    let delivery = makeDelivery();
    const sent = 12;
    for (let one = 0; one < sent; one += 1) {
      await site.deliver(delivery);
      delivery = nextDelivery(delivery);
    }
    await site.settle();
    // As after a disk that was full for long.
    await site.strapi.db
      .query('plugin::article-receiver.delivery')
      .updateMany({ where: {}, data: { state: 'failed' } });
    await admin.post('/deliveries/redrive', { filters: { state: 'failed' } });
    expect(await finished()).toMatchObject({ state: 'done', total: sent, done: sent, failed: 0 });
    expect((await admin.get('/status')).body.counts.failed).toBe(0);
  });

  it('shows field by field what would change', async () => {
    const first = makeDelivery({ article: { title: 'As delivered' } });
    await site.deliver(first);
    await site.settle();
    // As after a change of the plugin's rules: the projection wrote it, and would write otherwise.
    const { documentId } =
      (await site.strapi.documents(uid('article')).findFirst({})) ?? ({} as never);
    const streams = site.strapi.db.query('plugin::article-receiver.stream');
    const { base } = (await streams.findOne({ where: { documentId } })) as { base: string };
    const wrote = { ...(JSON.parse(base) as object), title: fingerprint('Otherwise') };
    await streams.update({ where: { documentId }, data: { base: JSON.stringify(wrote) } });
    // Not as somebody saves it: what a person puts back is theirs.
    await site.strapi.db
      .query(uid('article'))
      .updateMany({ where: { documentId }, data: { title: 'Otherwise' } });
    const { body } = await admin.post('/deliveries/redrive', {
      filters: { articleId: first.article.id },
      dryRun: true,
    });
    expect(body.data.changes).toMatchObject([
      { action: 'update', fields: [{ field: 'title', from: 'Otherwise', to: 'As delivered' }] },
    ]);
  });
});

describe('a quarantined delivery', () => {
  it('can be discarded with a reason, which leaves a trace', async () => {
    const { body } = await site.deliver('{"event":"article.ready"}');
    const { deliveryId } = (body as { error: { details: { deliveryId: string } } }).error.details;
    expect((await admin.get('/status')).body.counts.quarantined).toBe(1);
    expect((await admin.post(`/deliveries/${deliveryId}/discard`, {})).status).toBe(400);
    const answer = await admin.post(`/deliveries/${deliveryId}/discard`, { reason: 'a test' });
    expect(answer.status).toBe(200);
    const delivery = await admin.delivery(deliveryId);
    expect(delivery.reason).toBe('Discarded by Ada Admin: a test');
    expect(delivery.attempts).toMatchObject([{ reason: 'Discarded by Ada Admin: a test' }]);
    expect((await admin.get('/status')).body.counts.quarantined).toBe(0);
  });

  it('stays in quarantine when a redrive cannot read it either, which leaves a trace', async () => {
    const { body } = await site.deliver('{"event":"article.ready"}');
    const { deliveryId } = (body as { error: { details: { deliveryId: string } } }).error.details;
    const { body: answer } = await admin.post(`/deliveries/${deliveryId}/redrive`);
    expect(answer).toMatchObject({ state: 'quarantined' });
    expect((await admin.delivery(deliveryId)).attempts).toHaveLength(1);
  });

  it('keeps nobody from a rebuild where the log has it no more, and says so', async () => {
    const { body } = await site.deliver('{"event":"article.ready"}');
    const { deliveryId } = (body as { error: { details: { deliveryId: string } } }).error.details;
    const log = site.strapi.db.query('plugin::article-receiver.log');
    await log.updateMany({ where: {}, data: { lifts: '[5]' } });
    await site.deliver(makeDelivery());
    await site.settle();
    await admin.post('/rebuild');
    expect(await finished()).toMatchObject({ done: 2, failed: 0 });
    const { state, attempts } = await admin.delivery(deliveryId);
    expect([state, attempts.length]).toEqual(['quarantined', 1]);
  });
});

describe('a changed option', () => {
  it('is applied by a rebuild', async () => {
    const first = makeDelivery();
    const second = nextDelivery(first, {
      event: 'article.status_changed',
      article: { status: 'in_translation', tldr: 'Second.' },
    });
    for (const delivery of [first, second]) await site.deliver(delivery);
    await site.settle();
    await site.restart({ statusMap: { in_translation: 'publish' } });
    admin = adminApi(site);
    await admin.post('/rebuild');
    expect(await finished()).toMatchObject({ changed: 1 });
    const published = await site.strapi
      .documents(uid('article'))
      .findFirst({ status: 'published' } as never);
    expect(published).toMatchObject({ tldr: 'Second.' });
  });
});
