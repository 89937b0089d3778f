import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { makeImage, type WireImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

const FILE = 'plugin::upload.file';
const ARTICLE = 'plugin::article-receiver.article';

interface File {
  id: number;
  hash: string;
  url: string;
}

describe('the name of an image in storage', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite({ pluginConfig: { retry: { attempts: 1 } } });
  });
  afterAll(() => site?.destroy());

  const suffixOf = ({ base64 }: WireImage): string => {
    const digest = createHash('sha256').update(Buffer.from(base64, 'base64')).digest('hex');
    return `_${digest.slice(0, 16)}`;
  };
  const filesOf = (image: WireImage) =>
    site.strapi.db
      .query(FILE)
      .findMany({ where: { hash: { $endsWith: suffixOf(image) } } }) as Promise<File[]>;
  const onDisk = (image: WireImage): string[] =>
    readdirSync(join(site.directory, 'public', 'uploads')).filter((name) =>
      name.includes(suffixOf(image)),
    );
  const send = (delivery: WireDelivery) => arriveInTurn(site, delivery);
  const heroOf = (color: string) =>
    makeImage(
      { format: 'jpeg', width: 600, height: 400, color },
      { kind: 'hero', url: `https://cdn.example.com/articles/hero.jpg?${color.slice(1)}` },
    );
  const withHero = (slug: string, hero: WireImage) =>
    makeDelivery({
      article: {
        slug,
        title: slug,
        images: [hero],
        heroImageUrl: hero.url,
        content: `![](${hero.url})`,
      },
    });

  it('says which article brought it first, whoever brings it later', async () => {
    const hero = await heroOf('#102030');
    const first = withHero('pour-over-ratio', hero);
    await send(first);
    await send(withHero('clean-burr-grinder', hero));
    await send(nextDelivery(first, { article: { slug: 'the-ratio' } }));
    const files = await filesOf(hero);
    expect(files).toHaveLength(1);
    expect(files[0]?.hash).toBe(`pour-over-ratio-hero${suffixOf(hero)}`);
    expect(onDisk(hero).sort()).toEqual([
      `pour-over-ratio-hero${suffixOf(hero)}.jpg`,
      `small_pour-over-ratio-hero${suffixOf(hero)}.jpg`,
      `thumbnail_pour-over-ratio-hero${suffixOf(hero)}.jpg`,
    ]);
    const articles = await site.strapi.documents(ARTICLE).findMany({});
    for (const { content } of articles) expect(content).toContain(files[0]?.url);
  });

  it('is settled before the upload: after a crash another article writes the same files', async () => {
    const hero = await heroOf('#203040');
    let crashes = true;
    site.strapi.db.lifecycles.subscribe({
      models: [FILE],
      beforeCreate: () => {
        if (crashes) throw new Error('the process was killed');
      },
    } as never);
    await send(withHero('first-come', hero));
    const stored = onDisk(hero);
    expect([stored.length, await filesOf(hero)]).toEqual([3, []]);
    crashes = false;
    await send(withHero('second-come', hero));
    expect((await filesOf(hero)).map(({ hash }) => hash)).toEqual([
      `first-come-hero${suffixOf(hero)}`,
    ]);
    expect(onDisk(hero)).toEqual(stored);
  });

  it('stays as it was for files from before, also when one is made again', async () => {
    const hero = await heroOf('#304050');
    const delivery = withHero('from-before', hero);
    await send(delivery);
    const [file] = await filesOf(hero);
    // As versions before left it.
    const former = `image${suffixOf(hero)}`;
    const rows = site.strapi.db.query('plugin::article-receiver.image-file');
    await rows.updateMany({ where: { fileId: file?.id }, data: { storageName: null } });
    await site.strapi.db
      .query(FILE)
      .update({ where: { id: file?.id }, data: { hash: former, url: `/uploads/${former}.jpg` } });
    const api = adminApi(site);
    expect((await api.post('/rebuild', {})).status).toBe(202);
    await site.settle();
    expect((await filesOf(hero)).map(({ id, hash }) => [id, hash])).toEqual([[file?.id, former]]);

    await site.strapi.db.query(FILE).delete({ where: { id: file?.id } });
    expect((await api.post('/rebuild', {})).status).toBe(202);
    await site.settle();
    expect((await filesOf(hero)).map(({ hash }) => hash)).toEqual([former]);
  });

  it('leads to the files of an earlier installation, of which nothing is written down', async () => {
    const hero = await heroOf('#405060');
    await send(withHero('installed-before', hero));
    const before = await filesOf(hero);
    for (const name of ['image-file', 'projected', 'stream', 'log', 'delivery'])
      await site.strapi.db.query(`plugin::article-receiver.${name}`).deleteMany({});
    await site.restart();
    await send(withHero('installed-again', hero));
    expect((await filesOf(hero)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
  });
});
