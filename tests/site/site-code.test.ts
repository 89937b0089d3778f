import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { makeDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { logLines } from '../support/log-lines';
import { blocksOf, textOf } from '../support/pages';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const NAME = 'docs/site-code.md';
const PAGE = textOf(NAME);
const SAMPLES = blocksOf(NAME).map(({ code }) => code);

describe('what a site’s own code may use', () => {
  let site: Site;
  let receiver: Operations;

  beforeAll(async () => {
    site = await bootSite();
    receiver = site.strapi.plugin('article-receiver').service('operations');
  });
  afterAll(() => site?.destroy());

  it('is there under the names of the page', () => {
    const [, table = ''] = PAGE.split(/<!-- \/?service -->/);
    const names = [...table.matchAll(/^\| `(\w+)\(/gm)].map(([, name = '']) => name);
    expect(names.length).toBeGreaterThan(8);
    for (const name of names) {
      expect([name, typeof receiver[name as keyof Operations]]).toEqual([name, 'function']);
    }
  });

  it('does what the page says', async () => {
    const told: string[] = [];
    site.strapi.eventHub.on('article-receiver.parked', (...[payload]: unknown[]) => {
      told.push((payload as { delivery: { title: string } }).delivery.title);
      return Promise.resolve();
    });
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'never_seen' },
    });
    const deliveryId = await arrive(site, delivery);
    const found: (string | null)[] = [];
    for await (const { title } of receiver.deliveries({ states: ['parked'] })) found.push(title);
    expect(found).toEqual([delivery.article.title]);
    expect(await receiver.count({ articleId: delivery.article.id })).toBe(1);
    expect((await receiver.status()).counts.parked).toBe(1);
    expect(await receiver.delivery(deliveryId)).toMatchObject({ deliveryId, state: 'parked' });
    expect((await receiver.body(deliveryId))?.toString()).toBe(JSON.stringify(delivery));
    expect(await receiver.redriveOne(deliveryId)).toEqual({ deliveryId, state: 'pending' });
    expect(await receiver.redriveOne('dlv_none')).toBeNull();
    expect(await receiver.rebuildPreview()).toMatchObject({ articles: 1 });
    await until('the event', () => told.includes(delivery.article.title));
  });

  it('is said to have asked for what it asks for', async () => {
    expect(await receiver.rebuild()).toMatchObject({
      begun: { requestedBy: 'the site’s own code' },
    });
    await until('the rebuild', async () => (await receiver.latestJob())?.state === 'done');
  });

  it('works as the samples of the page have it', async () => {
    const [reading = '', listening = ''] = SAMPLES;
    const own: { exports: { bootstrap?(given: object): void } } = { exports: {} };
    new Function('module', listening)(own);
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: { title: 'Seen by a sample', status: 'never_seen_either' },
    });
    const lines = await logLines(site, async () => {
      own.exports.bootstrap?.({ strapi: site.strapi });
      let told = false;
      site.strapi.eventHub.on('article-receiver.parked', (...[payload]: unknown[]) => {
        told ||= JSON.stringify(payload).includes('Seen by a sample');
        return Promise.resolve();
      });
      await arrive(site, delivery);
      await until('the event', () => told);
      const reads = new Function('strapi', `return (async () => {${reading}})();`) as (
        strapi: unknown,
      ) => Promise<void>;
      await reads(site.strapi);
    });
    const said = lines.filter((line) => line.includes('Seen by a sample'));
    expect(said).toEqual(
      expect.arrayContaining([
        expect.stringContaining('Seen by a sample: The status'),
        expect.stringContaining('Seen by a sample waits: The status'),
      ]),
    );
  });

  it('keeps no event from others where it fails, or never ends', async () => {
    const { eventHub } = site.strapi;
    const told: string[] = [];
    const listeners = [
      () => Promise.reject(new Error('The site cannot do that.')),
      () => {
        throw new Error('The site cannot do that either.');
      },
      () => new Promise<void>(() => undefined),
      (...[payload]: unknown[]) => {
        told.push((payload as { delivery: { title: string } }).delivery.title);
        return Promise.resolve();
      },
    ];
    for (const listener of listeners) eventHub.on('article-receiver.parked', listener);
    const titles = ['Told to all', 'Told afterwards'];
    const lines = await logLines(site, async () => {
      for (const title of titles) {
        const article = { title, status: 'never_seen_at_all' };
        await arrive(site, makeDelivery({ event: 'article.status_changed', article }));
        await until(title, () => told.includes(title));
      }
    });
    for (const listener of listeners) eventHub.off('article-receiver.parked', listener);
    expect(told).toEqual(titles);
    expect(lines.join('\n')).toContain('The site cannot do that.');

    await arrive(
      site,
      makeDelivery({ event: 'article.status_changed', article: { status: 'never_seen_again' } }),
    );
    await until('all to be told', async () => {
      const alerts = site.strapi.db.query('plugin::article-receiver.alert');
      return (await alerts.count({ where: { emittedAt: null } })) === 0;
    });
    expect(told).toEqual(titles);
  });

  it('keeps none from others either where it hears of all events', async () => {
    const { eventHub } = site.strapi;
    const told: string[] = [];
    const hearing =
      (hear: (payload: unknown) => Promise<void>) =>
      (event: string, ...[payload]: unknown[]) =>
        event === 'article-receiver.parked' ? hear(payload) : Promise.resolve();
    const ends = [
      hearing(() => Promise.reject(new Error('The site cannot keep that.'))),
      hearing(() => new Promise<void>(() => undefined)),
      hearing((payload) => {
        told.push((payload as { delivery: { title: string } }).delivery.title);
        return Promise.resolve();
      }),
    ].map((subscriber) => eventHub.subscribe(subscriber));
    const titles = ['Heard by all', 'Heard afterwards'];
    const hear = async (title: string) => {
      const article = { title, status: 'never_heard_at_all' };
      await arrive(site, makeDelivery({ event: 'article.status_changed', article }));
      await until('all to be told', async () => {
        const alerts = site.strapi.db.query('plugin::article-receiver.alert');
        return (await alerts.count({ where: { emittedAt: null } })) === 0;
      });
    };
    const lines = await logLines(site, async () => {
      for (const title of titles) await hear(title);
    });
    expect(told).toEqual(titles);
    expect(lines.join('\n')).toContain('The site cannot keep that.');

    for (const end of ends) end();
    await hear('Heard by nobody');
    expect(told).toEqual(titles);
  });
});
