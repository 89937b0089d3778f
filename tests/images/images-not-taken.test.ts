import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { DryRun } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage, type WireImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import { rebuilt } from '../disorder/offered';

const SIZE_LIMIT = 300;
/** All images of a delivery have ten times as many. */
const MAX_PIXELS = 200_000;
const FILE = 'plugin::upload.file';

let site: Site;

beforeAll(async () => {
  const upload = { sizeLimit: SIZE_LIMIT, security: { deniedTypes: ['IMAGE/g*'] } };
  site = await bootSite({ upload, pluginConfig: { images: { maxPixels: MAX_PIXELS } } });
});
afterAll(() => site?.destroy());

let color = 0x234567;
const picture = (
  size: number,
  words: Partial<WireImage> = {},
  format: 'png' | 'gif' | 'jpeg' = 'png',
) =>
  makeImage({ format, width: size, height: size, color: `#${(color += 1).toString(16)}` }, words);

async function arrive(delivery: WireDelivery) {
  const { body } = await site.deliver(delivery);
  await site.settle();
  const id = body.data?.deliveryId ?? '';
  return { id, ...(await shown(id)) };
}

async function shown(id: string) {
  const { state, issues, images, articleId } = await adminApi(site).delivery(id);
  const article = await shownArticle(site, articleId ?? '', 'draft');
  return { state, issues, images, article };
}

const withHero = (hero: WireImage, other: WireImage) =>
  makeDelivery({ article: { images: [hero, other], heroImageUrl: hero.url } });

const large = () =>
  picture(400, { kind: 'hero', url: 'https://cdn.example.com/large.jpg' }, 'jpeg');

it('an image above the limit of the Media Library costs nothing but itself', async () => {
  const delivery = withHero(await large(), await picture(8));
  const { id, state, issues, images, article } = await arrive(delivery);
  expect(state).toBe('applied');
  expect(article).toMatchObject({ heroImage: null, images: [{ alt: 'A picture' }] });
  expect(images.map((image) => image.state)).toEqual(['refused', 'stored']);
  expect(issues[0]).toMatchObject({
    path: 'article.images.0',
    values: { fault: 'notTaken', detail: expect.stringContaining('exceeds size limit') },
  });

  const next = await arrive(nextDelivery(delivery, { article: { title: 'A newer title' } }));
  expect(next).toMatchObject({ state: 'applied', article: { title: 'A newer title' } });

  site.strapi.config.set('plugin::upload.sizeLimit', SIZE_LIMIT * 100);
  try {
    await adminApi(site).redrive(next.id);
  } finally {
    site.strapi.config.set('plugin::upload.sizeLimit', SIZE_LIMIT);
  }
  const again = await shown(next.id);
  expect(again.images.map((image) => image.state)).toEqual(['stored', 'stored']);
  expect(again.article).toMatchObject({ heroImage: { alternativeText: 'A picture' } });
  expect((await shown(id)).state).toBe('superseded');
});

it('images beyond the pixels that a delivery may bring stay out, whenever it is looked at', async () => {
  site.strapi.config.set('plugin::upload.sizeLimit', SIZE_LIMIT * 100);
  try {
    const images = await Promise.all(Array.from({ length: 11 }, () => picture(440)));
    const delivery = makeDelivery({ article: { images: [...images, await picture(8)] } });
    const expected = [...Array<string>(10).fill('stored'), 'refused', 'stored'];
    const { id, state, issues, images: shownImages, article } = await arrive(delivery);
    expect(state).toBe('applied');
    expect(shownImages.map((image) => image.state)).toEqual(expected);
    expect(article?.images).toHaveLength(11);
    expect(issues[0]).toMatchObject({
      path: 'article.images.10',
      values: { fault: 'tooManyTogether', max: 10 * MAX_PIXELS },
    });
    // Those that have a file by now count as they did.
    await adminApi(site).redrive(id);
    expect((await shown(id)).images.map((image) => image.state)).toEqual(expected);

    const next = nextDelivery(delivery, { article: { images: [images[10]!, ...images] } });
    const other = await arrive(next);
    expect(other.images.map((image) => image.state)).toEqual(Array<string>(12).fill('stored'));
  } finally {
    site.strapi.config.set('plugin::upload.sizeLimit', SIZE_LIMIT);
  }
});

it('one that is not taken is tried once, however often it comes in a delivery', async () => {
  let tries = 0;
  const stop = site.strapi.db.lifecycles.subscribe({
    models: [FILE],
    beforeCreate: () => {
      tries += 1;
      throw Object.assign(new Error('None today'), { name: 'ApplicationError' });
    },
  });
  try {
    const image = await picture(12);
    const { images, issues } = await arrive(
      makeDelivery({ article: { images: [image, image, image] } }),
    );
    expect(images.map(({ state }) => state)).toEqual(['refused', 'refused', 'refused']);
    expect(issues.filter(({ values }) => values?.detail === 'None today')).toHaveLength(3);
    expect(tries).toBe(1);
  } finally {
    stop();
  }
});

it('so does one to which code of the site’s own says no, and it is in no storage', async () => {
  const stored = () => readdir(join(site.directory, 'public', 'uploads'));
  const before = await stored();
  const stop = site.strapi.db.lifecycles.subscribe({
    models: [FILE],
    beforeCreate: ({ params }) => {
      const refusal = Object.assign(new Error('Describe it'), { name: 'ApplicationError' });
      if (params.data.alternativeText === '') throw refusal;
    },
  });
  try {
    const delivery = withHero(await picture(260, { alt: '' }), await picture(9));
    const { state, issues, images, article } = await arrive(delivery);
    expect({ state, images: images.map((image) => image.state) }).toEqual({
      state: 'applied',
      images: ['refused', 'stored'],
    });
    expect(issues[0]).toMatchObject({ values: { fault: 'notTaken', detail: 'Describe it' } });
    expect(article?.images).toHaveLength(1);
    expect(await stored()).toHaveLength(before.length + 1);
  } finally {
    stop();
  }
});

it('a type that the site keeps out of its Media Library stays out', async () => {
  const delivery = withHero(await picture(8, {}, 'gif'), await picture(10));
  const { state, issues, article } = await arrive(delivery);
  expect(state).toBe('applied');
  expect(article?.images).toHaveLength(1);
  expect(issues[0]).toMatchObject({ values: { detail: "File type 'image/gif' is not allowed" } });
  expect(await site.strapi.db.query(FILE).count({ where: { mime: 'image/gif' } })).toBe(0);
});

describe('a dry run leaves out what a rebuild does', () => {
  /** What a dry run says of an article. */
  const foreseen = async ({ article }: WireDelivery) => {
    const { body } = await adminApi(site).post('/rebuild', { dryRun: true });
    const { changes } = body.data as DryRun;
    return changes.filter(({ articleId }) => articleId === article.id);
  };

  it('of a file that somebody deleted, and whose image is beyond the limits by now', async () => {
    const url = 'https://cdn.example.com/own.png';
    const delivery = withHero(await picture(440, { kind: 'hero', url }), await picture(11));
    site.strapi.config.set('plugin::upload.sizeLimit', SIZE_LIMIT * 100);
    try {
      const { article } = await arrive(delivery);
      await site.strapi.plugin('upload').service('upload').remove(article?.heroImage);
      await adminApi(site).put('/settings', { images: { maxBytes: 1024 } });
      await rebuilt(site);
      expect((await shownArticle(site, delivery.article.id, 'draft'))?.heroImage).toBeNull();
      expect(await foreseen(delivery)).toEqual([]);
    } finally {
      await adminApi(site).put('/settings', { images: { maxBytes: null } });
      site.strapi.config.set('plugin::upload.sizeLimit', SIZE_LIMIT);
    }
    // Strapi makes it small enough for its own limit.
    expect(await foreseen(delivery)).toMatchObject([{ fields: [{ field: 'heroImage' }, {}] }]);
    await rebuilt(site);
    expect((await shownArticle(site, delivery.article.id, 'draft'))?.heroImage).not.toBeNull();
  });

  it('of an image above the limit of the Media Library', async () => {
    const delivery = withHero(await large(), await picture(13));
    const { article } = await arrive(delivery);
    expect(article?.heroImage).toBeNull();
    expect(await foreseen(delivery)).toEqual([]);
  });
});
