import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Core } from '@strapi/strapi';
import type { CarriedDelivery } from '../../src/plugins/article-receiver/shared/deliveries/archive';
import type { Operations } from '../../src/plugins/article-receiver/shared/deliveries/operations';
import { shownArticle, shownTitles } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive, deliveryDetail } from '../support/feed/event-log';
import { makeImage, type WireImage } from '../support/feed/images';
import { nodeRequire } from '../support/site/node-require';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

/** Strapi's own engine behind `strapi export` and `strapi import`, as its command line calls it. */
interface Transfer {
  engine: {
    createTransferEngine(
      source: object,
      destination: object,
      options: object,
    ): { transfer(): Promise<unknown>; onSchemaDiff(handler: unknown): void };
  };
  strapi: {
    providers: Record<
      'createLocalStrapiSourceProvider' | 'createLocalStrapiDestinationProvider',
      (options: object) => object
    >;
  };
  file: {
    providers: Record<
      'createLocalFileSourceProvider' | 'createLocalFileDestinationProvider',
      (options: object) => object
    >;
  };
}

const { engine, strapi: ofSite, file } = nodeRequire('@strapi/data-transfer') as Transfer;

const OPTIONS = { versionStrategy: 'ignore', schemaStrategy: 'ignore', transforms: {} };
const PLAIN = { encryption: { enabled: false }, compression: { enabled: true } };

/** `strapi export --no-encrypt -f PATH` */
async function strapiExport({ strapi }: Site, path: string): Promise<void> {
  const source = ofSite.providers.createLocalStrapiSourceProvider({
    getStrapi: () => strapi,
    autoDestroy: false,
  });
  const destination = file.providers.createLocalFileDestinationProvider({
    file: { path },
    ...PLAIN,
  });
  await engine.createTransferEngine(source, destination, OPTIONS).transfer();
}

/** What `strapi import` empties first; see its `parseRestoreFromOptions`. */
const restoreOf = (strapi: Core.Strapi) => ({
  entities: {
    exclude: [
      ...Object.keys(strapi.contentTypes).filter((uid) => uid.startsWith('admin::')),
      'plugin::content-releases.release',
      'plugin::content-releases.release-action',
    ],
    include: undefined,
  },
  assets: true,
  configuration: { webhook: true, coreStore: true },
});

/** `strapi import --force -f PATH.tar.gz` */
async function strapiImport({ strapi }: Site, path: string): Promise<void> {
  const source = file.providers.createLocalFileSourceProvider({
    file: { path: `${path}.tar.gz` },
    ...PLAIN,
  });
  const destination = ofSite.providers.createLocalStrapiDestinationProvider({
    getStrapi: () => strapi,
    autoDestroy: false,
    strategy: 'restore',
    restore: restoreOf(strapi),
  });
  await engine.createTransferEngine(source, destination, OPTIONS).transfer();
}

const operationsOf = ({ strapi }: Site): Operations =>
  strapi.plugin('article-receiver').service<Operations>('operations');

/** A delivery as `npx article-receiver export` takes it along. */
async function carried(site: Site, deliveryId: string): Promise<CarriedDelivery> {
  const body = await operationsOf(site).body(deliveryId);
  const { receivedAt } = await deliveryDetail(site, deliveryId);
  const none = { digest: '', token: 'press', remoteAddress: null, userAgent: null };
  const past = {
    acknowledgedAt: receivedAt,
    duplicates: 0,
    lastDuplicateAt: null,
    discarded: null,
    deleted: null,
  };
  return { body: body ?? Buffer.alloc(0), record: { receivedAt, ...none, ...past } };
}

/** What the plugin has that a backup of Strapi's does not know of. */
async function ownRows(site: Site): Promise<Record<string, unknown[]>> {
  const names = ['log', 'blob', 'delivery', 'attempt', 'stream', 'projected', 'image-file'];
  const own = names.map((name) => `plugin::article-receiver.${name}`);
  const rows = own.map(
    async (uid) => [uid, await site.strapi.db.query(uid).findMany({ orderBy: 'id' })] as const,
  );
  return Object.fromEntries(await Promise.all(rows));
}

describe('a backup of Strapi’s that is imported', () => {
  let site: Site;
  const hero = (image: WireImage) => ({
    images: [{ ...image, kind: 'hero' }],
    heroImageUrl: image.url,
    content: `Look: ![](${image.url})`,
  });
  const published = { event: 'article.status_changed' };
  let inBackup: WireDelivery;
  const later = makeDelivery();
  let before: Record<string, unknown[]>;

  beforeAll(async () => {
    site = await bootSite();
    const backup = join(site.directory, 'backup');
    const article = { status: 'published', ...hero(await makeImage()) };
    inBackup = makeDelivery({ ...published, article });
    await arrive(site, inBackup);
    await strapiExport(site, backup);
    await arrive(site, later);
    before = await ownRows(site);
    await strapiImport(site, backup);
  });
  afterAll(() => site?.destroy());

  it('takes no delivery, and nothing of what is known of them', async () => {
    expect(before['plugin::article-receiver.log']).toHaveLength(2);
    expect(await ownRows(site)).toEqual(before);
  });

  it('has a dry run find the files of its images, as a rebuild does', async () => {
    const { body } = await site.request
      .post('/article-receiver/rebuild')
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .send({ dryRun: true, restoreDeleted: true })
      .expect(200);
    expect(body.data).toMatchObject({ articles: 2, create: 1, update: 0 });
  });

  it('takes articles that came after it, until a rebuild brings them back', async () => {
    expect(await shownArticle(site, later.article.id, 'draft')).toBeNull();
    await site.request
      .post('/article-receiver/rebuild')
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .send({ dryRun: false, restoreDeleted: true })
      .expect(202);
    await site.settle();
    expect(await shownTitles(site, later.article.id)).toMatchObject({ draft: later.article.title });
  });

  it('has articles that go on as before, though their rows and files have other numbers', async () => {
    const other = await makeImage({ color: '#ff0000' }, { url: 'https://cdn.example.com/b.png' });
    const next = nextDelivery(inBackup, { article: { title: 'Revised', ...hero(other) } });
    const { outcome, issues } = await deliveryDetail(site, await arrive(site, next));
    expect(outcome).toEqual([{ code: 'both' }]);
    expect(issues).toEqual([]);
  });
});

it('a backup of another site, imported while this one runs, brings the files of its images along', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const backup = join(folder, 'backup');
  const image = await makeImage({ color: '#00ff12' }, { kind: 'hero' });
  const theirs = makeDelivery({ article: { images: [image], heroImageUrl: image.url } });
  let site = await bootSite();
  try {
    await arrive(site, theirs);
    await strapiExport(site, backup);
    await site.destroy();
    site = await bootSite();
    // This site has brought images before, and knows which files there were.
    const other = await makeImage({ color: '#ff0012' }, { kind: 'hero' });
    await arrive(site, makeDelivery({ article: { images: [other], heroImageUrl: other.url } }));
    await strapiImport(site, backup);
    await arrive(site, nextDelivery(theirs, { article: { title: 'Newer' } }));
    const files = await site.strapi.db.query('plugin::upload.file').findMany();
    // Two that lie in one place in the storage would go together.
    expect(files).toHaveLength(1);
    const shown = await shownArticle(site, theirs.article.id, 'draft');
    expect(shown?.heroImage).toMatchObject({ id: (files[0] as { id: number }).id });
  } finally {
    await site.destroy();
    await rm(folder, { recursive: true });
  }
});

it('a backup of another site, with its event log after it, leaves offline what an editor took offline there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const backup = join(folder, 'backup');
  const first = makeDelivery();
  const word = { event: 'article.status_changed', article: { status: 'published' } };
  const said = nextDelivery(first, word);
  const articles = (of: Site) => of.strapi.documents('plugin::article-receiver.article');
  let site = await bootSite();
  try {
    const ids = [await arrive(site, first), await arrive(site, said)];
    const { documentId = '' } = (await articles(site).findFirst({})) ?? {};
    await articles(site).unpublish({ documentId });
    await strapiExport(site, backup);
    const log = await Promise.all(ids.map((id) => carried(site, id)));
    await site.destroy();

    site = await bootSite({ pluginConfig: { sweepIntervalMs: 100 } });
    await strapiImport(site, backup);
    // As much at a time as a running site sees of a long log.
    for (const one of log) {
      await operationsOf(site).importDeliveries([one]);
      await until('it to be used', async () => {
        const { counts } = await operationsOf(site).status();
        return counts.pending === 0;
      });
    }
    expect(await shownTitles(site, first.article.id)).toMatchObject({ published: null });
    const again = nextDelivery(said, { article: { ...word.article, title: 'Newer' } });
    await arrive(site, again);
    expect(await shownTitles(site, first.article.id)).toEqual({ draft: 'Newer', published: null });

    const archived = nextDelivery(again, { ...word, article: { status: 'archived' } });
    const back = nextDelivery(archived, { ...word, article: { status: 'published' } });
    await arrive(site, archived);
    await arrive(site, back);
    expect(await shownTitles(site, first.article.id)).toMatchObject({ published: 'Newer' });
  } finally {
    await site.destroy();
    await rm(folder, { recursive: true });
  }
});

it('a backup of another site, with its event log after it, goes on being published as the service says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'backup-'));
  const backup = join(folder, 'backup');
  const published = { event: 'article.status_changed', article: { status: 'published' } };
  const first = makeDelivery();
  const said = nextDelivery(first, published);
  let site = await bootSite();
  try {
    const ids = [await arrive(site, first), await arrive(site, said)];
    await strapiExport(site, backup);
    const log = await Promise.all(ids.map((id) => carried(site, id)));
    await site.destroy();

    site = await bootSite({ pluginConfig: { sweepIntervalMs: 100 } });
    await strapiImport(site, backup);
    await operationsOf(site).importDeliveries(log);
    await until('it to be used', async () => {
      const { counts } = await operationsOf(site).status();
      return counts.pending === 0;
    });
    const newer = nextDelivery(said, { article: { title: 'Newer' } });
    await arrive(site, newer);
    expect(await shownTitles(site, first.article.id)).toEqual({
      draft: 'Newer',
      published: 'Newer',
    });

    const articles = site.strapi.documents('plugin::article-receiver.article');
    const { documentId = '' } = (await articles.findFirst({})) ?? {};
    await articles.unpublish({ documentId });
    await arrive(site, nextDelivery(newer, { article: { title: 'Newest' } }));
    expect(await shownTitles(site, first.article.id)).toEqual({ draft: 'Newest', published: null });
  } finally {
    await site.destroy();
    await rm(folder, { recursive: true });
  }
});

describe('what the service said after a backup that is imported', () => {
  let site: Site;
  const status = (word: string, title: string) => ({
    event: 'article.status_changed',
    article: { status: word, title },
  });
  const draft = makeDelivery({ article: { title: 'Draft' } });
  const offline = makeDelivery(status('published', 'Offline'));
  const online = makeDelivery({ article: { title: 'Online' } });
  const edited = makeDelivery({ article: { title: 'Edited' } });
  const takenDown = makeDelivery(status('published', 'Taken down'));
  const putBack = makeDelivery({ article: { title: 'Put back' } });
  const articles = () => site.strapi.documents('plugin::article-receiver.article');

  async function documentOf({ article }: WireDelivery): Promise<string> {
    const found = await articles().findFirst({ filters: { sourceId: article.id } });
    return found?.documentId ?? '';
  }

  beforeAll(async () => {
    site = await bootSite();
    const backup = join(site.directory, 'backup');
    for (const one of [draft, offline, online, edited, takenDown, putBack]) await arrive(site, one);
    await articles().update({
      documentId: await documentOf(edited),
      data: { author: 'Edith' } as never,
    });
    await articles().unpublish({ documentId: await documentOf(takenDown) });
    await strapiExport(site, backup);
    for (const newer of [
      nextDelivery(draft, { article: { title: 'Newer draft' } }),
      nextDelivery(offline, status('archived', 'Newer offline')),
      nextDelivery(online, status('published', 'Newer online')),
      nextDelivery(edited, { article: { title: 'Newer edited', author: 'Service' } }),
      nextDelivery(takenDown, { article: { title: 'Newer taken down' } }),
      nextDelivery(putBack, { article: { title: 'Newer put back' } }),
    ])
      await arrive(site, newer);
    await strapiImport(site, backup);
    await articles().update({
      documentId: await documentOf(putBack),
      data: { title: 'Put back' } as never,
    });
    await site.request
      .post('/article-receiver/rebuild')
      .set('Authorization', `Bearer ${await site.adminToken()}`)
      .send({ dryRun: false, restoreDeleted: true })
      .expect(202);
    await site.settle();
  });
  afterAll(() => site?.destroy());

  it('is shown again', async () => {
    expect(await shownTitles(site, draft.article.id)).toMatchObject({ draft: 'Newer draft' });
  });

  it('is published and taken offline again', async () => {
    expect(await shownTitles(site, offline.article.id)).toEqual({
      draft: 'Newer offline',
      published: null,
    });
    expect(await shownTitles(site, online.article.id)).toEqual({
      draft: 'Newer online',
      published: 'Newer online',
    });
  });

  it('leaves what editors had done before it', async () => {
    expect(await shownArticle(site, edited.article.id, 'draft')).toMatchObject({
      title: 'Newer edited',
      author: 'Edith',
    });
    expect(await shownTitles(site, takenDown.article.id)).toEqual({
      draft: 'Newer taken down',
      published: null,
    });
  });

  it('leaves an older text that somebody has put back since', async () => {
    expect(await shownTitles(site, putBack.article.id)).toMatchObject({ draft: 'Put back' });
  });
});

describe('a backup of another site that receives from the same service, imported into a site with a log of its own', () => {
  const published = { event: 'article.status_changed' };
  let site: Site;
  let followed: WireDelivery;
  const edited = makeDelivery({ article: { title: 'As delivered' } });
  const takenDown = makeDelivery({ ...published, article: { status: 'published' } });
  const articles = (of: Site) => of.strapi.documents('plugin::article-receiver.article');

  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'backup-'));
    const backup = join(folder, 'backup');
    const image = await makeImage({ color: '#00aa12' }, { kind: 'hero' });
    const hero = { images: [image], heroImageUrl: image.url };
    followed = makeDelivery({ ...published, article: { ...hero, status: 'published' } });
    site = await bootSite();
    for (const one of [followed, edited, takenDown]) await arrive(site, one);
    const idOf = async ({ article: { id } }: WireDelivery) =>
      (await articles(site).findFirst({ filters: { sourceId: id } }))?.documentId ?? '';
    const data = { title: 'Edited' } as never;
    await articles(site).update({ documentId: await idOf(edited), data });
    await articles(site).unpublish({ documentId: await idOf(takenDown) });
    await strapiExport(site, backup);
    await site.destroy();

    site = await bootSite();
    for (const one of [followed, edited, takenDown]) await arrive(site, one);
    await strapiImport(site, backup);
    await rm(folder, { recursive: true });
  });
  afterAll(() => site?.destroy());

  it('has articles that go on with the service', async () => {
    const next = nextDelivery(followed, { article: { title: 'Newer' } });
    const { outcome, issues } = await deliveryDetail(site, await arrive(site, next));
    expect(outcome).toEqual([{ code: 'both' }]);
    expect(issues).toEqual([]);
    expect(await shownTitles(site, followed.article.id)).toEqual({
      draft: 'Newer',
      published: 'Newer',
    });
  });

  it('keeps what editors changed at the other site', async () => {
    const next = nextDelivery(edited, { article: { title: 'Newer', author: 'Another' } });
    await arrive(site, next);
    expect(await shownArticle(site, edited.article.id, 'draft')).toMatchObject({
      title: 'Edited',
      author: 'Another',
    });
  });

  it('leaves offline what they took offline there', async () => {
    await arrive(site, nextDelivery(takenDown, { article: { title: 'Newer' } }));
    expect(await shownTitles(site, takenDown.article.id)).toEqual({
      draft: 'Newer',
      published: null,
    });
  });
});
