import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { deliveryDetail } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { makeImage } from '../support/feed/images';
import { S3Server } from '../support/servers/s3-server';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const FILE = 'plugin::upload.file';
const RETRY = { attempts: 20, firstDelayMs: 100, maxDelayMs: 500 };

interface FileRow {
  id: number;
  url: string;
  hash: string;
  ext: string;
  formats: Record<string, { url: string }> | null;
}

interface Stored {
  id: number;
  content: string;
  llmsTxt: string;
  jsonLd: { image: string };
}

let colour = 0;

/** A published article whose hero is named wherever the feed may name it. */
async function withHero() {
  colour += 1;
  const color = `#${(0x200000 + colour * 4_099).toString(16)}`;
  const hero = await makeImage({ width: 400, height: 300, color }, { kind: 'hero' });
  return makeDelivery({
    event: 'article.status_changed',
    article: {
      status: 'published',
      slug: `stored-${colour}`,
      heroImageUrl: hero.url,
      images: [hero],
      content: `![hero](${hero.url})\n\n[${hero.url}](${hero.url})\n`,
      files: {
        llmTxt: { fileName: 'a', contentType: 'text/plain', encoding: 'utf-8', content: hero.url },
        jsonLd: {
          contentType: 'application/ld+json',
          encoding: 'utf-8',
          content: JSON.stringify({ '@type': 'Article', image: hero.url }),
        },
      },
    },
  });
}

const imageIn = (markdown: string | null | undefined): string =>
  /!\[hero\]\(([^)]+)\)/.exec(markdown ?? '')?.[1] ?? '';

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;

describe.each(['public-read', 'private'] as const)('a site with a %s bucket of S3', (access) => {
  const isPrivate = access === 'private';
  let s3: S3Server;
  let site: Site;

  beforeAll(async () => {
    s3 = await S3Server.start(access);
    site = await bootSite({
      pluginConfig: { retry: RETRY, sweepIntervalMs: 500 },
      upload: s3.uploadOptions,
    });
  });
  afterAll(async () => {
    await site?.destroy();
    await s3?.stop();
  });

  const files = async () => (await site.strapi.db.query(FILE).findMany()) as FileRow[];
  const stored = async (sourceId: string) =>
    (await site.strapi.db.query(ARTICLE).findMany({ where: { sourceId } })) as Stored[];

  async function arrive() {
    const delivery = await withHero();
    const { body } = await site.deliver(delivery);
    await site.settle();
    return { delivery, deliveryId: body.data?.deliveryId ?? '' };
  }

  /** All keys that the Media Library knows of, without any that is there twice. */
  async function expectNothingLeftOver() {
    const known = (await files()).flatMap(({ url, formats }) => [
      url,
      ...Object.values(formats ?? {}).map((format) => format.url),
    ]);
    expect(await s3.keys()).toEqual(known.map((url) => url.split('/').at(-1)).sort());
  }

  it('stores no address that expires', async () => {
    const { delivery } = await arrive();
    const rows = await stored(delivery.article.id);
    expect(rows).toHaveLength(2);
    const file = (await files()).at(-1);
    const name = isPrivate ? `/article-receiver/files/${file?.id}` : file?.url;
    for (const { content, llmsTxt, jsonLd } of rows) {
      expect(JSON.stringify([content, llmsTxt, jsonLd])).not.toMatch(/X-Amz|cdn\.example\.com/);
      expect([imageIn(content), llmsTxt, jsonLd.image]).toEqual([name, name, name]);
    }
    expect((await files()).some(({ url }) => url.includes('X-Amz'))).toBe(false);
    await expectNothingLeftOver();
  });

  it('gives readers addresses that work', async () => {
    const { delivery } = await arrive();
    const { id, slug } = delivery.article;
    for (const status of ['draft', 'published'] as const) {
      const article = await shownArticle(site, id, status);
      const hero = article?.heroImage as FileRow;
      const [image] = article?.images as { file: FileRow }[];
      const addresses = [
        imageIn(article?.content),
        String(article?.llmsTxt),
        (article?.jsonLd as { image: string }).image,
        hero.url,
        hero.formats?.thumbnail?.url ?? '',
        image?.file.url ?? '',
      ];
      for (const address of addresses) {
        expect(address.includes('X-Amz-Signature=')).toBe(isPrivate);
        expect(await statusOf(address)).toBe(200);
      }
      expect(article?.content).not.toContain('/article-receiver/files/');
    }
    const token = `Bearer ${await site.apiToken()}`;
    const read = (path: string) =>
      site.request
        .get(`/api/article-receiver/articles/${slug}/${path}`)
        .set('Authorization', token)
        .expect(200);
    expect(await statusOf((await read('llms.txt')).text)).toBe(200);
    const jsonLd = JSON.parse((await read('json-ld')).text as string) as { image: string };
    expect(await statusOf(jsonLd.image)).toBe(200);
  });

  it('takes a signed address for no edit, and a newer delivery as usual', async () => {
    const { delivery } = await arrive();
    await site.deliver(nextDelivery(delivery, { article: { title: 'Newer' } }));
    await site.settle();
    const article = await shownArticle(site, delivery.article.id, 'published');
    expect(article?.title).toBe('Newer');
    expect(await statusOf(imageIn(article?.content))).toBe(200);
    expect(await site.strapi.db.query('plugin::article-receiver.suggestion').count()).toBe(0);
  });

  it('gives nobody the file of another by its number', async () => {
    const { delivery } = await arrive();
    const others = (await files()).at(-1)?.id;
    const thief = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published', content: `![hero](/article-receiver/files/${others})` },
    });
    await site.deliver(thief);
    await site.settle();
    expect((await shownArticle(site, thief.article.id, 'published'))?.content).not.toContain(
      'X-Amz',
    );
    expect((await shownArticle(site, delivery.article.id, 'published'))?.content).not.toBe('');
  });

  it('tries again while the storage fails, and leaves no half files', async () => {
    const before = await files();
    s3.failWith = 503;
    const delivery = await withHero();
    const { body } = await site.deliver(delivery);
    const deliveryId = body.data?.deliveryId ?? '';
    await eventually(async () => {
      expect(await deliveryDetail(site, deliveryId)).toMatchObject({ state: 'failed' });
    });
    expect(await files()).toEqual(before);
    s3.failWith = null;
    await eventually(async () => {
      expect(await deliveryDetail(site, deliveryId)).toMatchObject({ state: 'applied' });
    });
    await expectNothingLeftOver();
  });

  it('uploads an image once', async () => {
    const { delivery } = await arrive();
    const { uploads } = s3;
    await site.deliver(nextDelivery(delivery, { article: { title: 'The same image' } }));
    await site.settle();
    expect(s3.uploads).toBe(uploads);
  });

  it('has a deleted image again after a redrive', async () => {
    const { delivery, deliveryId } = await arrive();
    const upload = site.strapi.plugin('upload').service('upload');
    const file = (await files()).at(-1) as FileRow;
    await (upload as unknown as { remove(file: FileRow): Promise<unknown> }).remove(file);
    expect((await s3.keys()).some((key) => key.includes(file.hash))).toBe(false);
    await site.request
      .post(`/article-receiver/deliveries/${deliveryId}/redrive`)
      .set('Authorization', `Bearer ${await site.adminToken()}`);
    await site.settle();
    const article = await shownArticle(site, delivery.article.id, 'draft');
    expect(await statusOf(imageIn(article?.content))).toBe(200);
    await expectNothingLeftOver();
  });
});
