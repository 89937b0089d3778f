import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import type { JobSummary } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { eventually } from '../support/eventually';
import { samples } from '../support/feed/samples';
import { alterations } from '../support/databases/schema';
import { bootSite, type Site } from '../support/site/site';

const RELEASED = readdirSync(__dirname)
  .filter((file) => file.endsWith('.sql'))
  .map((file) => basename(file, '.sql'));

/** What version 0.1.0 made of the sample deliveries, and how it left them. */
const COUNTS = { pending: 0, applied: 3, superseded: 4, parked: 1, failed: 0, quarantined: 0 };
/** What an unknown status word brings is shown since, so what it replaced is not any more. */
const REBUILT = { ...COUNTS, applied: 2, superseded: 5 };

it('has a database of a released version to try', () => {
  expect(RELEASED).toContain('0.1.0');
});

describe.each(RELEASED)('a database of version %s', (version) => {
  let site: Site;
  let directory: string;
  let admin: ReturnType<typeof adminApi>;

  const counts = async () => (await admin.get('/status')).body.counts as typeof COUNTS;

  /** The articles of the samples as they are shown, drafts and published. */
  const articles = async () => {
    const ids = [...new Set(samples().map(({ delivery }) => delivery.article.id))];
    const shown = ids.flatMap((id) =>
      (['draft', 'published'] as const).map((status) => shownArticle(site, id, status)),
    );
    return (await Promise.all(shown)).map(
      (article) =>
        article && {
          documentId: article.documentId,
          title: article.title,
          slug: article.slug,
          content: article.content,
          tags: (article.tags as { name: string }[]).map(({ name }) => name).sort(),
          hero: (article.heroImage as { id: number } | null)?.id ?? null,
          campaign: (article.campaign as { sourceId: string } | null)?.sourceId ?? null,
        },
    );
  };

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'article-receiver-upgrade-'));
    mkdirSync(join(directory, 'public', 'uploads'), { recursive: true });
    const database = new Sqlite(join(directory, 'data.db'));
    database.exec(readFileSync(join(__dirname, `${version}.sql`), 'utf8'));
    database.close();
    site = await bootSite({ keep: { dir: directory } });
    admin = adminApi(site);
    await site.settle();
  });
  afterAll(async () => {
    await site?.destroy();
    rmSync(directory, { recursive: true, force: true });
  });

  it('boots, with its schema up to date and every delivery in its state', async () => {
    expect(await alterations(site)).toEqual([]);
    expect(await counts()).toEqual(COUNTS);
  });

  it('has the present form and list of articles, which nobody had arranged', async () => {
    const types = site.strapi.plugin('content-manager').service('content-types') as {
      findContentType(uid: string): object;
      findConfiguration(type: object): Promise<{ layouts: { list: string[]; edit: object[][] } }>;
    };
    const { layouts } = await types.findConfiguration(
      types.findContentType('plugin::article-receiver.article'),
    );
    expect(layouts.list).toContain('plannedForDate');
    expect(layouts.edit[2]).toEqual([{ name: 'content', size: 12 }]);
    expect(layouts.edit).toHaveLength(10);
  });

  it('has every body and image intact', async () => {
    const operations = site.strapi.plugin('article-receiver').service<Operations>('operations');
    const found: string[] = [];
    for await (const { kind, id, result } of operations.verify()) {
      found.push(kind);
      expect([id, result]).toEqual([id, 'intact']);
    }
    expect(found.filter((kind) => kind === 'body')).toHaveLength(samples().length);
    expect(found).toContain('image');
  });

  it('knows the same bytes again', async () => {
    for (const { bytes } of samples()) expect((await site.deliver(bytes)).status).toBe(200);
  });

  it('is rebuilt to the same content', async () => {
    const before = await articles();
    expect(before.filter(Boolean).length).toBeGreaterThan(3);
    await admin.post('/rebuild', { dryRun: false });
    await eventually(async () => {
      const { state, failed } = (await admin.get('/rebuild')).body.data as JobSummary;
      expect([state, failed]).toEqual(['done', 0]);
    });
    await site.settle();
    expect(await articles()).toEqual(before);
    expect(await counts()).toEqual(REBUILT);
  });

  it('takes in new deliveries of articles that it knows', async () => {
    const [sample] = samples();
    if (!sample) throw new Error('there are no samples');
    const { delivery } = sample;
    const revised = {
      ...delivery,
      timestamp: '2027-01-01T00:00:00.000Z',
      article: { ...delivery.article, title: 'Revised after the upgrade' },
    };
    expect((await site.deliver(revised)).status).toBe(202);
    await site.settle();
    expect((await shownArticle(site, delivery.article.id, 'draft'))?.title).toBe(
      'Revised after the upgrade',
    );
  });
});
