import type { Sharp } from 'sharp';
import {
  dryRun,
  type Trial,
} from '../../src/plugins/article-receiver/server/src/views/previews/dry-run';
import type { DryRun } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { parseOptions } from '../../src/plugins/article-receiver/server/src/config/options';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { nodeRequire } from '../support/site/node-require';
import { kindOf } from '../support/databases/queries';
import { bootSite, type Site } from '../support/site/site';
import { slowPost } from '../support/servers/slow-request';

/** More than are looked at together. */
const ARTICLES = 60;
const ARTICLE = 'plugin::article-receiver.article';
const FILE = 'plugin::upload.file';
const STREAM_STATE = 'select streams';
/** Sharp, as the plugin loads it. */
const sharp = nodeRequire(
  nodeRequire.resolve('sharp', { paths: [nodeRequire.resolve('@strapi/upload/package.json')] }),
) as { prototype: Sharp };

describe('a dry run', () => {
  let site: Site;
  let admin: ReturnType<typeof adminApi>;
  beforeAll(async () => {
    site = await bootSite();
    admin = adminApi(site);
    for (let count = 0; count < ARTICLES; count += 1) await arrive(site, makeDelivery());
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => site?.destroy());

  const run = async (choice = {}) =>
    (await admin.post('/rebuild', { dryRun: true, ...choice })).body.data as DryRun;

  /** Calls back each time that it looks at articles. @returns what ends that. */
  function onLook(look: () => void): () => void {
    const note = ({ sql }: { sql: string }) => {
      if (kindOf(sql) === STREAM_STATE) look();
    };
    site.strapi.db.connection.on('query', note);
    return () => site.strapi.db.connection.off('query', note);
  }

  it('looks at many articles together', async () => {
    let looks = 0;
    const end = onLook(() => (looks += 1));
    const all = { articles: ARTICLES, failed: [], changes: [] };
    expect(await run()).toMatchObject({ ...all, unchanged: ARTICLES, deleted: 0 });
    end();
    expect(looks).toBe(2);
    const [one] = await site.strapi.documents(ARTICLE).findMany({ limit: 1 });
    await site.strapi.documents(ARTICLE).delete({ documentId: one?.documentId ?? '' });
    const others = ARTICLES - 1;
    expect(await run()).toMatchObject({ ...all, unchanged: others, deleted: 1 });
    const restored = await run({ restoreDeleted: true });
    expect(restored).toMatchObject({ unchanged: others, deleted: 0, create: 1 });
    expect(restored.changes).toMatchObject([{ action: 'create', title: one?.title }]);
  });

  const trialOf = (choice: Partial<Trial> = {}): Trial => ({
    filter: {},
    options: parseOptions({}),
    restoreDeleted: false,
    signal: new AbortController().signal,
    ...choice,
  });

  it('is the same in parts, and tells how far it is: each article once', async () => {
    for (const restoreDeleted of [false, true]) {
      const trial = trialOf({ restoreDeleted });
      const told: DryRun[] = [];
      const whole = await dryRun(site.strapi, trial);
      expect(await dryRun(site.strapi, trial, (found) => told.push(found), 0)).toEqual(whole);
      expect(whole).toMatchObject({ looked: whole.deliveries, next: null });
      expect(told.at(-1)).toEqual(whole);
      expect(told.length).toBeGreaterThan(1);
      for (const measure of ['looked', 'articles'] as const) {
        const values = told.map((found) => found[measure]);
        expect(values).toEqual([...values].sort((a, b) => a - b));
        expect(values[0]).toBeLessThan(whole[measure]);
      }
    }
  });

  it('is told in parts by the API, and only where nothing is to be done', async () => {
    const whole = await run();
    const asked = { all: true, dryRun: true, after: 0 };
    for (const answer of [
      await admin.post('/rebuild', { dryRun: true, after: 0 }),
      await admin.post('/deliveries/redrive', asked),
    ]) {
      expect(answer.body.data).toEqual(whole);
    }
    const last = await admin.post('/deliveries/redrive', { ...asked, after: 2 ** 31 - 1 });
    expect(last.body.data).toMatchObject({ articles: 0, looked: whole.deliveries, next: null });
    for (const [path, input, message] of [
      ['/rebuild', { after: 0 }, /after: expected dryRun: true/],
      ['/deliveries/redrive', { all: true, after: 0 }, /after: expected dryRun: true/],
      ['/rebuild', { dryRun: true, after: -1 }, /after: /],
      ['/rebuild', { dryRun: true, after: 2 ** 31 }, /after: /],
    ] as const) {
      const answer = await admin.post(path, input);
      expect(answer.status).toBe(400);
      expect(answer.body.error?.message).toMatch(message);
    }
  });

  it('decodes no image that was a file before, to say that it would be one again', async () => {
    const hero = await makeImage({ color: '#123456' }, { kind: 'hero' });
    const decoded = jest.spyOn(sharp.prototype, 'toBuffer');
    await arrive(site, makeDelivery({ article: { heroImageUrl: hero.url, images: [hero] } }));
    expect(decoded).toHaveBeenCalled();
    for (const file of await site.strapi.db.query(FILE).findMany()) {
      await site.strapi.plugin('upload').service('upload').remove(file);
    }
    decoded.mockClear();
    expect(await run()).toMatchObject({ unchanged: ARTICLES - 1, deleted: 1, update: 1 });
    expect(decoded).not.toHaveBeenCalled();
  });

  it('ends when nobody waits for it any more, or the site stops', async () => {
    const nobody = new AbortController();
    let looks = 0;
    const end = onLook(() => {
      looks += 1;
      nobody.abort();
    });
    const trial = trialOf({ signal: nobody.signal });
    await expect(dryRun(site.strapi, trial)).rejects.toMatchObject({ name: 'Stopped' });
    end();
    expect(looks).toBeLessThan(ARTICLES);
  });

  it('lets deliveries go first, and is over when its client has gone', async () => {
    // A delivery that comes in slowly: each article gives way to it for a moment.
    const slow = slowPost(`${site.url}${site.webhookPath}`);
    slow.request.write('{');
    const client = new AbortController();
    let looks = 0;
    const end = onLook(() => {
      looks += 1;
      client.abort();
    });
    const asked = fetch(`${site.url}/article-receiver/rebuild`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await site.adminToken()}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ dryRun: true }),
      signal: client.signal,
    });
    await expect(asked).rejects.toThrow();
    slow.request.end('}');
    expect((await slow.answer).status).toBe(422);
    // It takes as long as the other would have taken for what was left.
    const before = looks;
    await run();
    const whole = looks - before;
    end();
    expect(looks).toBeLessThan(2 * whole);
  });

  it('shows long texts by their beginning, and no half of a character', async () => {
    const content = `x${'🌱'.repeat(400)}`;
    const delivery = makeDelivery({ article: { content, keyTakeaways: [content, `x${content}`] } });
    await arrive(site, delivery);
    const { id } = delivery.article;
    const filters = { sourceId: id };
    const article = await site.strapi.documents(ARTICLE).findFirst({ filters });
    await site.strapi.documents(ARTICLE).delete({ documentId: article?.documentId ?? '' });
    const { changes } = await run({ restoreDeleted: true });
    const fields = changes.find(({ articleId }) => articleId === id)?.fields ?? [];
    for (const name of ['content', 'keyTakeaways']) {
      const shown = fields.find(({ field }) => field === name)?.to as string;
      expect(shown).toMatch(/🌱…$/u);
      expect([...shown].filter((character) => !character.isWellFormed())).toEqual([]);
    }
  });
});
