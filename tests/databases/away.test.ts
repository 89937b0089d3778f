import { OWN_TYPES, POST_TARGET } from '../support/articles/own-types';
import { databaseKind } from '../support/databases/database';
import { DatabaseLine, postgresFarewell } from '../support/databases/database-line';
import { refuse, takeAgain } from '../support/databases/refused-changes';
import { makeDelivery } from '../support/feed/deliveries';
import { deliveryList } from '../support/feed/event-log';
import { quietly } from '../support/log-lines';
import { post } from '../support/servers/http';
import { ProcessSite } from '../support/site/process-site';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const kind = databaseKind();
const published = (title: string) =>
  makeDelivery({ event: 'article.status_changed', article: { title, status: 'published' } });

/** A server that is started anew, or hands over to another: a site has its connections through a line of the test's. */
(kind === 'sqlite' ? describe.skip : describe)('a database that is away for a moment', () => {
  let line: DatabaseLine;
  let site: Site;

  beforeAll(async () => {
    line = await DatabaseLine.to(kind === 'mysql' ? 'mysql' : 'postgres');
    site = await bootSite({
      env: { DATABASE_HOST: '127.0.0.1', DATABASE_PORT: String(line.port) },
    });
    await site.adminToken();
  });
  afterAll(async () => {
    line?.mend();
    await site?.destroy();
    await line?.close();
  });

  it('loses none of the deliveries that come meanwhile', () =>
    quietly(site, async () => {
      line.cut();
      const sent = ['One', 'Two', 'Three'].map((title) => site.deliver(published(title)));
      await until('the site to look for it again', () => line.tries > 4);
      line.mend();
      for (const { status } of await Promise.all(sent)) expect(status).toBe(202);
      await site.settle();
      const kept = await deliveryList(site);
      expect(kept.map(({ title, state }) => [title, state]).sort()).toEqual([
        ['One', 'applied'],
        ['Three', 'applied'],
        ['Two', 'applied'],
      ]);
    }));

  it('knows by then whether a token is one of its own', () =>
    quietly(site, async () => {
      line.cut();
      const path = site.webhookPath.replace(site.token, 'made-by-an-administrator-perhaps');
      const sent = post(site.url + path, published('By another token'));
      await until('the site to look for it again', () => line.tries > 2);
      line.mend();
      expect((await sent).status).toBe(401);
    }));

  it('has each delivery once where the connection ended while it was committed', () =>
    quietly(site, async () => {
      const before = (await deliveryList(site)).length;
      const bodies = Array.from({ length: 12 }, (_, n) => JSON.stringify(published(`Late ${n}`)));
      const sent = bodies.map((body) => site.deliver(body));
      await Promise.race(sent);
      line.cut();
      await until('the site to look for it again', () => line.tries > 2);
      line.mend();
      for (const { status } of await Promise.all(sent)) expect([200, 202]).toContain(status);
      await site.settle();
      const kept = await deliveryList(site);
      expect(kept.length - before).toBe(bodies.length);
      expect(kept.filter(({ state }) => state !== 'applied')).toEqual([]);
    }));

  it('keeps what comes as a connection breaks off with the first word', () =>
    quietly(site, async () => {
      line.mend('BEGIN');
      expect((await site.deliver(published('At first'))).status).toBe(202);
      expect(line.hasBroken).toBe(true);
      await site.settle();
    }));

  it('tells of what was published, though it goes away as soon as that is committed', () =>
    quietly(site, async () => {
      const told: unknown[] = [];
      const note = async (event: unknown) => void told.push(event);
      site.strapi.eventHub.on('entry.publish', note);
      const { connection } = site.strapi.db;
      let step: string = 'before';
      const watch = ({ sql }: { sql: string }) => {
        if (step === 'before' && /^update .*_streams/i.test(sql)) step = 'written';
        else if (step === 'written' && /^commit/i.test(sql)) step = 'committed';
        else if (step === 'committed' && /^select .*_articles/i.test(sql)) {
          step = 'away';
          line.cut();
        }
      };
      connection.on('query', watch);
      expect((await site.deliver(published('Told'))).status).toBe(202);
      await until('the event to be about to be sent', () => step === 'away');
      await until('the site to look for it again', () => line.tries > 2);
      connection.off('query', watch);
      line.mend();
      await until('the event', () => told.length > 0);
      await site.settle();
      expect(told).toHaveLength(1);
    }));

  // PostgreSQL's are prepared by Strapi before they are used.
  (kind === 'postgres' ? it : it.skip)(
    'ends no process where a connection breaks off as it is made',
    () =>
      quietly(site, async () => {
        line.cut();
        line.mend('search_path');
        expect((await site.deliver(published('While one is made'))).status).toBe(202);
        expect(line.hasBroken).toBe(true);
      }),
  );

  it.each([
    ['a server hands over to another, and takes no changes', 'readOnly', 2],
    // More often than a transaction is tried at once.
    ['another keeps the log locked for longer than a transaction may wait', 'late', 8],
  ] as const)('keeps what comes while %s', (_, as, times) =>
    quietly(site, async () => {
      await site.settle();
      const { connection } = site.strapi.db;
      let refusals = 0;
      const count = () => (refusals += 1);
      connection.on('query-error', count);
      const log = { change: 'insert', table: 'article_receiver_log' } as const;
      await refuse(site, { ...log, why: 'not now', as });
      const sent = site.deliver(published(`While it says ${as}`));
      await until('the site to be refused again', () => refusals > times, 10_000).finally(
        async () => {
          connection.off('query-error', count);
          await takeAgain(site, log);
        },
      );
      expect((await sent).status).toBe(202);
      await site.settle();
    }),
  );

  describe('of which its server, or a pooler in front of it, says so', () => {
    const farewell = postgresFarewell('08P01', 'server login has been failing, try again later');
    const endsSession = postgresFarewell(
      '57P01',
      'terminating connection due to administrator command',
    );

    const ofPostgres = kind === 'postgres' ? it : it.skip;

    beforeEach(() => site.settle());

    ofPostgres('keeps what comes while the pooler finds no server', () =>
      quietly(site, async () => {
        line.mend('BEGIN', { farewell });
        expect((await site.deliver(published('Behind a pooler'))).status).toBe(202);
        expect(line.hasBroken).toBe(true);
      }),
    );

    ofPostgres('ends no process where the pooler says so of a new connection', () =>
      quietly(site, async () => {
        line.cut();
        line.mend('search_path', { farewell });
        expect((await site.deliver(published('By a new one'))).status).toBe(202);
        expect(line.hasBroken).toBe(true);
      }),
    );

    ofPostgres('keeps what comes as a session is ended that rested within a transaction', () =>
      quietly(site, async () => {
        const rested = 'terminating connection due to idle-in-transaction timeout';
        line.mend('insert into', { farewell: postgresFarewell('25P03', rested) });
        expect((await site.deliver(published('After a rest'))).status).toBe(202);
        expect(line.hasBroken).toBe(true);
      }),
    );

    ofPostgres('keeps what comes as a session is ended between two statements', () =>
      quietly(site, async () => {
        line.mend('BEGIN', { farewell: endsSession, isAnswered: true });
        expect((await site.deliver(published('In between'))).status).toBe(202);
        expect(line.hasBroken).toBe(true);
      }),
    );
  });
});

/** How Strapi asks whether a slug is taken. */
const uniqueCheck = (slug: string): string =>
  kind === 'mysql'
    ? `\`slug\` = '${slug}' and \`t0\`.\`published_at\` is not null`
    : '"slug" = $1 and "t0"."published_at" is not null';

(kind === 'sqlite' ? describe.skip : describe)('a connection that breaks off in a check', () => {
  let line: DatabaseLine;
  let site: ProcessSite;

  beforeAll(async () => {
    line = await DatabaseLine.to(kind === 'mysql' ? 'mysql' : 'postgres');
    site = await ProcessSite.create({
      overlay: {
        types: OWN_TYPES,
        plugin: { target: POST_TARGET, retry: { firstDelayMs: 100 }, sweepIntervalMs: 1_000 },
      },
      env: { DATABASE_HOST: '127.0.0.1', DATABASE_PORT: String(line.port) },
    });
    await site.startWell();
  });
  afterAll(async () => {
    await site?.destroy();
    await line?.close();
  });

  it('ends no process, and the check is made again', async () => {
    const delivery = published('Checked');
    line.mend(uniqueCheck(delivery.article.slug));
    const answer = await site.deliver(delivery);
    expect(answer?.status).toBe(202);
    await site.client.settled();
    expect(line.hasBroken).toBe(true);
    const [kept] = await site.client.deliveries();
    expect(kept?.state).toBe('applied');
    expect(site.output).not.toMatch(/unhandled/i);
  });
});
