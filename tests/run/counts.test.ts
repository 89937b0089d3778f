import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sharp } from 'sharp';
import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { nodeRequire } from '../support/site/node-require';
import { kindOf, queriesOf, tally, unscheduled } from '../support/databases/queries';
import { bootSite, type Site } from '../support/site/site';

/** Sharp, as the site loads it. */
const sharp = nodeRequire('sharp') as { prototype: Sharp };

/** What writes; the rest reads, locks a row before it is written, or begins and commits. */
const WRITES = /^(insert|delete|update (?!leases|streams|tokens))/;

/** The folder for images is made with the first of them, and the use of a token is noted now and then. */
const ONCE = 2;

/** The tokens are read again every few seconds, whatever is done. */
const withoutTokens = (statements: readonly string[]): string[] =>
  statements.filter((sql) => kindOf(sql) !== 'select tokens');

/** What the site does by itself. */
interface Background {
  start(): void;
  stop(): Promise<void>;
  kick(): void;
  idle(): Promise<void>;
}

/**
 * What can be counted of the work, so that it does not grow unnoticed. Why each statement is there
 * is in benchmarks/README.md. An article with two images, a campaign and a tag.
 */
describe('the work', () => {
  let site: Site;
  let ready: WireDelivery;

  /** The statements of a delivery from its arrival to its projection. */
  const statementsOf = async (delivery: WireDelivery): Promise<string[]> =>
    withoutTokens(
      await queriesOf(site.strapi, async () => {
        expect((await site.deliver(delivery)).status).toBe(202);
        await site.settle();
      }),
    );

  /** Each transaction is a commit, and each statement that writes outside of one. */
  const commitsIn = (statements: readonly string[]): number => {
    let isOpen = false;
    let commits = 0;
    for (const kind of statements.map(kindOf)) {
      if (kind === 'begin') isOpen = true;
      else if (kind === 'commit') isOpen = false;
      if (kind === 'commit' || (!isOpen && /^(insert|update|delete)/.test(kind))) commits += 1;
    }
    return commits;
  };

  const writesOf = (statements: readonly string[]) =>
    tally(statements.filter((sql) => WRITES.test(kindOf(sql))));

  /** A picture large enough to be cut out of the body. */
  const picture = (color: string) =>
    makeImage(
      { color, width: 800, height: 600 },
      { url: `https://cdn.example.com/${color.slice(1)}.png` },
    );

  beforeEach(async () => {
    site = await bootSite();
    unscheduled(site.strapi);
    // It looks at the database every two seconds, whatever is done.
    await background('pulse').stop();
    const images = [await picture('#111111'), await picture('#222222')];
    ready = makeDelivery({ article: { images, tags: ['coffee'] } });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await site?.destroy();
  });

  const background = (name: 'pulse' | 'runner') =>
    site.strapi.plugin('article-receiver').service<Background>(name);

  it('of acknowledging is two rows, and one for each new image, in one transaction', async () => {
    await background('runner').stop();
    await site.deliver(makeDelivery());
    const text = await queriesOf(site.strapi, () => site.deliver(makeDelivery()));
    expect(tally(text)).toMatchObject({
      begin: 1,
      'insert log': 1,
      'insert deliveries': 1,
      commit: 1,
    });
    // MySQL has to be asked for the position; the others give it back.
    expect(text.length).toBeLessThanOrEqual(5);

    const images = await queriesOf(site.strapi, () => site.deliver(ready));
    expect(tally(images)).toMatchObject({ 'select blobs': 1, 'insert blobs': 2 });
    const again = await queriesOf(site.strapi, () => site.deliver(nextDelivery(ready)));
    expect(tally(again)).toMatchObject({ 'select blobs': 1, 'insert log': 1 });
    expect(tally(again)).not.toHaveProperty('insert blobs');
    background('runner').start();
  });

  it('of a duplicate touches the one row that it is of', async () => {
    const delivery = makeDelivery();
    await site.deliver(delivery);
    const statements = await queriesOf(site.strapi, () => site.deliver(delivery));
    const count = statements.find((sql) => sql.includes('last_duplicate_at')) ?? '';
    const plan = (await site.strapi.db.connection.raw(
      `explain query plan ${count.replaceAll('?', '0')}`,
    )) as { detail: string }[];
    expect(plan.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^SEARCH \w+ USING INDEX \w+ \(delivery_id=\?\)$/),
    ]);
  });

  it('of a new article uploads each image once, and of its life none again', async () => {
    const published = nextDelivery(ready, {
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    const revised = nextDelivery(published, { article: { content: 'Another text.' } });
    const archived = nextDelivery(revised, { article: { status: 'archived' } });
    const first = await statementsOf(ready);
    expect(tally(first)).toMatchObject({ 'insert files': 2, 'select blobs': 3 });
    // No index helps with what begins with anything.
    expect(first.filter((sql) => /\blike\b/i.test(sql))).toEqual([]);
    // Five of them look for what was there before: the article, its campaign, its tag and its images. Two ask which
    // folder is the images', and one keeps that it was made. Two ask whether another site's files came meanwhile.
    expect(first.length).toBeLessThanOrEqual(126);
    // Acknowledged; of each image its right, and its row with its folder and what became of it; the article.
    expect(commitsIn(first)).toBe(1 + 2 * 2 + 1 + ONCE);
    const later = [
      ...(await statementsOf(published)),
      ...(await statementsOf(revised)),
      ...(await statementsOf(archived)),
    ];
    expect(tally(later)).not.toHaveProperty('insert files');
    // Whether the bytes are stored, is asked; they are never read again.
    expect(later.filter((sql) => /select [`"]bytes[`"]/.test(sql))).toEqual([]);
  });

  it('of an upload decodes the image to check it once, not a second time by statistics', async () => {
    const statistics = jest.spyOn(sharp.prototype, 'stats');
    await statementsOf(ready);
    expect(statistics).not.toHaveBeenCalled();
    // Whoever uploads by other ways has the check that Strapi makes.
    const filepath = join(site.directory, 'other.png');
    const { base64 } = await picture('#444444');
    await writeFile(filepath, Buffer.from(base64, 'base64'));
    const file = { filepath, originalFilename: 'other.png', mimetype: 'image/png', size: 1 };
    await site.strapi
      .plugin('upload')
      .service('upload')
      .upload({ data: {}, files: [file] });
    expect(statistics).toHaveBeenCalledTimes(1);
  });

  it('of a projection that changes nothing writes only what it is remembered by', async () => {
    await statementsOf(ready);
    // Nothing but the time of the delivery is new.
    const { updatedAt } = ready.article;
    const nothing = await statementsOf(nextDelivery(ready, { article: { updatedAt } }));
    expect(writesOf(nothing)).toEqual({
      'insert log': 1,
      'insert deliveries': 1,
      'insert attempts': 1,
      'update deliveries': 2,
      // Two files, two media assets, a campaign and a tag: the place of the delivery moves on.
      'update projected': 1,
    });
    expect(nothing.length).toBeLessThanOrEqual(38);
    expect(commitsIn(nothing)).toBe(2);
  });

  it('of a published article to which nothing is new reads both versions at once', async () => {
    const published = nextDelivery(ready, {
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    await statementsOf(ready);
    await statementsOf(published);
    const { updatedAt } = published.article;
    const nothing = await statementsOf(nextDelivery(published, { article: { updatedAt } }));
    expect(tally(nothing)).toMatchObject({ 'select articles': 1, 'select tags': 2 });
    expect(nothing.length).toBeLessThanOrEqual(39);
    const text = await statementsOf(nextDelivery(published, { article: { content: 'New.' } }));
    expect(text.length).toBeLessThanOrEqual(86);
  });

  it('of a rebuild that finds nothing to change is a few statements for many articles', async () => {
    const stories = await Promise.all(
      ['#a00000', '#b00000', '#c00000'].map(async (color) => {
        const images = [await picture(color)];
        return Array.from({ length: 7 }, () => makeDelivery({ article: { images } }));
      }),
    );
    // Published, so that there are two versions of each to be read, and two deliveries.
    for (const story of stories.flat()) {
      await site.deliver(story);
      await site.deliver(
        nextDelivery(story, {
          event: 'article.status_changed',
          article: { status: 'published' },
        }),
      );
    }
    await site.settle();
    const runner = background('runner');
    await site.strapi.plugin('article-receiver').service<Operations>('operations').rebuild();
    const statements = await queriesOf(site.strapi, async () => {
      runner.kick();
      await runner.idle();
    });
    // How far it is, and who is at it; no stream is locked.
    const others = statements.filter((sql) => !/ (?:jobs|leases)$/.test(kindOf(sql)));
    expect(writesOf(others)).toEqual({});
    expect(tally(others)).not.toHaveProperty('update streams');
    // For all 21 of them; each by itself would take 30.
    expect(statements.length).toBeLessThanOrEqual(73);
  });

  it('of showing the log is the same few statements, however many articles are on the page', async () => {
    const published = { event: 'article.status_changed', article: { status: 'published' } };
    for (const story of Array.from({ length: 5 }, () => makeDelivery())) {
      await statementsOf(story);
      const second = nextDelivery(story, published);
      await statementsOf(second);
      await statementsOf(nextDelivery(second, { event: 'article.ready', article: { title: 'C' } }));
    }
    const api = adminApi(site);
    const shown = async (pageSize: number) => {
      const page = `/deliveries?pageSize=${pageSize}`;
      // Whoever asks for the first time signs in.
      await api.get(page);
      const statements = await queriesOf(site.strapi, async () => {
        const { body } = await api.get(page);
        expect((body as { results: unknown[] }).results).toHaveLength(pageSize);
      });
      return tally(statements);
    };
    expect(await shown(15)).toEqual(await shown(3));
  });

  it('of looking for work where there is none is one statement', async () => {
    await statementsOf(ready);
    const runner = background('runner');
    const statements = await queriesOf(site.strapi, async () => {
      runner.kick();
      await runner.idle();
    });
    expect(statements).toHaveLength(1);
  });

  it('of one text field updates one article', async () => {
    await statementsOf(ready);
    const statements = await statementsOf(
      nextDelivery(ready, { article: { description: 'Another.' } }),
    );
    expect(writesOf(statements)).toMatchObject({ 'update articles': 1 });
    expect(Object.keys(writesOf(statements)).filter((kind) => /lnk|mph|files/.test(kind))).toEqual(
      [],
    );
    expect(statements.length).toBeLessThanOrEqual(48);
  });

  it('of a publication copies the draft once', async () => {
    await statementsOf(ready);
    const statements = await statementsOf(
      nextDelivery(ready, {
        event: 'article.status_changed',
        article: { status: 'published' },
      }),
    );
    expect(writesOf(statements)).toMatchObject({ 'insert articles': 1 });
    expect(writesOf(statements)).not.toHaveProperty('insert files');
    expect(statements.length).toBeLessThanOrEqual(75);
    expect(commitsIn(statements)).toBe(2);
  });

  it('of a life keeps at most a fifth of the bytes that came', async () => {
    const bodies = [ready, nextDelivery(ready), nextDelivery(nextDelivery(ready))];
    const noise = await noisePicture();
    for (const body of bodies) body.article.images = [noise];
    for (const body of bodies) await site.deliver(body);
    await site.settle();
    const came = bodies.reduce((sum, body) => sum + JSON.stringify(body).length, 0);
    const sum = async (table: string, column: string): Promise<number> => {
      const lengthOf = site.strapi.db.connection.raw('sum(octet_length(??)) as bytes', [column]);
      const [row] = await site.strapi.db.getConnection(table).select(lengthOf);
      return Number(row.bytes);
    };
    const kept =
      (await sum('article_receiver_log', 'body')) + (await sum('article_receiver_blobs', 'bytes'));
    expect(kept / came).toBeLessThanOrEqual(0.2);
  });

  /** As large as a photograph: a one-coloured picture is smaller than the text around it. */
  const noisePicture = async () => {
    const { base64, ...image } = await picture('#333333');
    const bytes = Buffer.concat([Buffer.from(base64, 'base64'), Buffer.alloc(120_000, 1)]);
    const text = bytes.toString('base64');
    const dataUrl = `data:image/png;base64,${text}`;
    return { ...image, byteSize: bytes.length, base64: text, dataUrl };
  };
});
