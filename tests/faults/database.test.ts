import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { makeDelivery } from '../support/feed/deliveries';
import {
  lockedDatabase,
  missingTable,
  readDatabase,
  type Trouble,
} from '../support/databases/database-trouble';
import { samplesOf } from '../support/docs-samples';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';

const publication = (title: string) =>
  makeDelivery({ event: 'article.status_changed', article: { title, status: 'published' } });

describe('a site whose database is away', () => {
  let site: ProcessSite;
  let trouble: Trouble | null = null;

  const titles = async () =>
    (await site.client.entries<{ title: string }>('/articles')).map(({ title }) => title);

  /** As a sender does that was asked to come again. */
  async function sendUntilKept(body: object): Promise<void> {
    await until('the delivery to be kept', async () => {
      const answer = await site.deliver(body);
      if (answer?.status === 202) return true;
      expect(answer?.status).toBe(503);
      expect(answer?.headers.get('retry-after')).toMatch(/^\d+$/);
      return false;
    });
  }

  beforeAll(async () => {
    site = await ProcessSite.create({
      overlay: {
        plugin: {
          retry: { attempts: 20, firstDelayMs: 100, maxDelayMs: 1_000 },
          sweepIntervalMs: 1_000,
        },
      },
    });
    await site.startWell();
    await site.client.status();
  });
  afterEach(async () => {
    trouble?.undo();
    trouble = null;
    expect(site.isRunning).toBe(true);
    expect(site.output).not.toMatch(/unhandled/i);
  });
  afterAll(() => site.destroy());

  it('asks the sender to come again, and works when the database is back', async () => {
    trouble = lockedDatabase(site.databaseFile);
    const delivery = publication('Locked');
    const refused = await site.deliver(delivery);
    expect(refused?.status).toBe(503);
    trouble.undo();
    await sendUntilKept(delivery);
    await site.client.settled();
    expect(await titles()).toEqual(['Locked']);
  });

  it('keeps nothing that it could not commit, and says so', async () => {
    trouble = readDatabase(site.databaseFile);
    const delivery = publication('Read');
    expect((await site.deliver(delivery))?.status).toBe(503);
    trouble.undo();
    await sendUntilKept(delivery);
    await site.client.settled();
    expect((await titles()).sort()).toEqual(['Locked', 'Read']);
  });

  it('goes on by itself when the database goes away in the middle of the work', async () => {
    const middle = Array.from({ length: 6 }, (_, n) => `Middle ${n}`);
    for (const title of middle) expect((await site.deliver(publication(title)))?.status).toBe(202);
    const { length } = site.output;
    trouble = lockedDatabase(site.databaseFile);
    await until('the runner to notice', () =>
      /the runner was interrupted|database is locked/.test(site.output.slice(length)),
    );
    trouble.undo();
    await site.client.settled();
    expect(await titles()).toEqual(expect.arrayContaining(middle));
  });

  it('says why an article waits when a table is missing, and goes on when it is back', async () => {
    trouble = missingTable(site.databaseFile, 'article_receiver_projected');
    const answer = await site.deliver(publication('Missing'));
    const id = answer?.body.data?.deliveryId ?? '';
    await until('the failure', async () => {
      const { state, reason } = await site.client.delivery(id);
      return state === 'failed' && /article_receiver_projected/.test(reason ?? '');
    });
    trouble.undo();
    await site.client.settled();
    expect(await titles()).toContain('Missing');
  });
});

describe('a site that has no connection free after a commit', () => {
  let site: ProcessSite;

  beforeAll(async () => {
    site = await ProcessSite.create({
      overlay: {
        connection: { acquireConnectionTimeout: 500 },
        index: join(__dirname, '..', 'support', 'sites', 'busy-after-commit.js'),
      },
      env: { HOLD_MS: '3000' },
    });
    await site.startWell();
  });
  afterAll(() => site.destroy());

  it('lives on, and sends its events once it has one', async () => {
    const answer = await site.deliver(publication('Eventful'));
    expect(answer?.status).toBe(202);
    const sent = (event: string) =>
      new RegExp(`${event} plugin::article-receiver\\.article Eventful`).test(site.output);
    await until('the events', () => !site.isRunning || sent('entry.publish'));
    expect(site.isRunning).toBe(true);
    expect(site.output).toMatch(/CONNECTION TAKEN/);
    expect(sent('entry.create')).toBe(true);
    await site.client.settled();
  });
});

describe('a site whose commits a power cut can take back', () => {
  const NOT_ON_DISK = 'SQLite does not wait for the disk when it commits';
  let site: ProcessSite | null = null;
  afterEach(() => site?.destroy());

  const journalIn = ({ databaseFile }: ProcessSite): unknown => {
    const file = new Sqlite(databaseFile);
    try {
      return file.prepare('pragma journal_mode').get();
    } finally {
      file.close();
    }
  };

  it('says so at boot, and a site as Strapi sets it up does not', async () => {
    site = await ProcessSite.create();
    await site.startWell();
    expect(site.output).not.toContain(NOT_ON_DISK);
    await site.stop();
    new Sqlite(site.databaseFile).exec('pragma journal_mode = WAL').close();
    await site.startWell();
    expect(site.output).toContain(NOT_ON_DISK);
  });

  it('is none with a write-ahead log as docs/scaling.md has it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'article-receiver-config-'));
    const [sample] = samplesOf('SQLite with a write-ahead log');
    await writeFile(join(folder, 'sample.js'), sample?.code ?? '');
    const database = join(folder, 'database.js');
    await writeFile(
      database,
      "module.exports = require('./sample.js')({ env: (name) => process.env[name] });\n",
    );
    site = await ProcessSite.create({ overlay: { siteFiles: { database } } });
    await site.startWell();
    expect(site.output).not.toContain(NOT_ON_DISK);
    expect(journalIn(site)).toEqual({ journal_mode: 'wal' });
    expect((await site.deliver(publication('Logged')))?.status).toBe(202);
    await rm(folder, { recursive: true });
  });
});
