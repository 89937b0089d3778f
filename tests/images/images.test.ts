import sharp from 'sharp';
import { shownArticle } from '../support/articles/articles';
import {
  makeDelivery,
  nextDelivery,
  type DeliveryOverrides,
  type WireDelivery,
} from '../support/feed/deliveries';
import { deliveryDetail } from '../support/feed/event-log';
import { asImage, makeImage, pictureBytes, type WireImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

interface LibraryFile {
  id: number;
  name: string;
  alternativeText: string;
  caption: string;
  mime: string;
  ext: string;
  url: string;
  hash: string;
  formats: Record<string, unknown> | null;
  folder: { name: string } | null;
}

interface ShownImage {
  kind: string;
  sourceUrl: string;
  alt: string;
  caption: string | null;
  contentType: string;
  byteSize: number;
  digest: string;
  file: LibraryFile;
}

/** Every browser shows it; sharp takes the lost bytes at the end of its pixels for a fault. */
async function flawedJpeg(): Promise<Buffer> {
  const jpeg = await pictureBytes({ format: 'jpeg', width: 400, height: 300 });
  return Buffer.concat([jpeg.subarray(0, -22), jpeg.subarray(-2)]);
}

let colour = 0;
/** A colour that no other picture has: other bytes. */
const fresh = () => `#${(0x100000 + 4_099 * (colour += 1)).toString(16)}`;

describe('the images of a delivery', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const library = () => site.strapi.db.query('plugin::upload.file');

  /** Delivers an article with images; gives what became of it. */
  async function arrive(images: WireImage[], overrides: DeliveryOverrides = {}) {
    const delivery = makeDelivery({ ...overrides, article: { ...overrides.article, images } });
    return arriveAs(delivery);
  }

  async function arriveAs(delivery: WireDelivery) {
    const { body } = await site.deliver(delivery);
    await site.settle();
    const detail = await deliveryDetail(site, body.data?.deliveryId ?? '');
    const article = await shownArticle(site, delivery.article.id, 'draft');
    const shown = (article?.images ?? []) as ShownImage[];
    return { state: detail.state, issues: detail.issues, article, images: shown };
  }

  it.each([
    ['jpeg', 'jpg'],
    ['png', 'png'],
    ['webp', 'webp'],
    ['gif', 'gif'],
    ['avif', 'avif'],
  ] as const)('arrive as %s', async (format, extension) => {
    const image = await makeImage({ format, color: fresh() });
    const { state, issues, images } = await arrive([image]);
    expect({ state, issues }).toEqual({ state: 'applied', issues: [] });
    expect(images).toHaveLength(1);
    expect(images[0]).toMatchObject({
      contentType: `image/${format}`,
      byteSize: image.byteSize,
      file: { mime: `image/${format}`, ext: `.${extension}` },
    });
    const { body } = await site.request.get(images[0]?.file.url ?? '').expect(200);
    expect(Buffer.isBuffer(body) && body.length > 0).toBe(true);
    const file = await library().findOne({ where: { id: images[0]?.file.id } });
    const { width, height } = file as { width: number | null; height: number | null };
    expect([width, height].every((pixels) => typeof pixels === 'number' && pixels > 0)).toBe(true);
  });

  it.each(['jpeg', 'png', 'webp'] as const)(
    'are turned the right way up where a tag says that they lie on their side: %s',
    async (format) => {
      const bytes = await sharp(await pictureBytes({ width: 80, height: 40, color: fresh() }))
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer();
      const contentType = `image/${format}`;
      const { state, issues, images } = await arrive([asImage(bytes, { contentType })]);
      expect(state).toBe('applied');
      expect(issues).toEqual([expect.objectContaining({ code: 'imageTurned' })]);
      const { body } = await site.request.get(images[0]?.file.url ?? '').expect(200);
      const stored = await sharp(body as Buffer).metadata();
      expect([stored.width, stored.height, stored.orientation ?? 1]).toEqual([40, 80, 1]);
      const file = await library().findOne({ where: { id: images[0]?.file.id } });
      expect(file).toMatchObject({ width: 40, height: 80 });
    },
  );

  it('stay as they are where Strapi is to turn them and cannot: an animation', async () => {
    const frames = sharp(Buffer.alloc(32 * 64 * 3).fill('other', 32 * 32 * 3), {
      raw: { width: 32, height: 64, channels: 3, pageHeight: 32 },
    });
    const bytes = await frames.withMetadata({ orientation: 6 }).webp().toBuffer();
    const settings = site.strapi.plugin('upload').service('upload');
    const before = await settings.getSettings();
    await settings.setSettings({ ...before, autoOrientation: true });
    try {
      const { state, images } = await arrive([asImage(bytes, { contentType: 'image/webp' })]);
      expect(state).toBe('applied');
      const { body } = await site.request.get(images[0]?.file.url ?? '').expect(200);
      expect(bytes.equals(body as Buffer)).toBe(true);
    } finally {
      await settings.setSettings(before);
    }
  });

  it('arrive where Strapi could not make them smaller: a JPEG that lost some bytes', async () => {
    const bytes = await flawedJpeg();
    const { state, issues, images } = await arrive([asImage(bytes, { contentType: 'image/jpeg' })]);
    expect([state, issues]).toEqual(['applied', []]);
    expect(Object.keys(images[0]?.file.formats ?? {})).toEqual(['thumbnail']);
  });

  it('stay the same where their addresses are signed anew, with what an editor wrote of them', async () => {
    const image = await makeImage({ color: fresh() });
    const signed = (time: number) => {
      const address = (by: string) =>
        `${image.url}?v=2&Expires=${time}&Signature=${by}&Key-Pair-Id=K`;
      const images = [{ ...image, url: address('a') }];
      return { images, heroImageUrl: address('b') };
    };
    const first = makeDelivery({ article: signed(1) });
    const { images, article } = await arriveAs(first);
    expect(images).toMatchObject([{ sourceUrl: `${image.url}?v=2` }]);
    expect(article?.heroImage).toMatchObject({ id: images[0]?.file.id });
    const asset = site.strapi.documents('plugin::article-receiver.media-asset');
    const { documentId = '' } =
      (await asset.findFirst({ filters: { digest: images[0]?.digest ?? '' } })) ?? {};
    await asset.update({ documentId, data: { alt: 'By a person' } as never });
    const next = await arriveAs(nextDelivery(first, { article: signed(2) }));
    expect(next.images).toMatchObject([{ alt: 'By a person', sourceUrl: `${image.url}?v=2` }]);
    expect(await asset.count({ filters: { digest: images[0]?.digest ?? '' } })).toBe(1);
  });

  it('are found in texts without what signs their addresses, and as the hero image is signed', async () => {
    const pictured = (name: string) =>
      makeImage({ color: fresh() }, { url: `https://cdn.example.com/${name}.png` });
    const [hero, chart] = [await pictured('hero'), await pictured('chart')];
    const signed = ({ url }: WireImage, by: string) =>
      `${url}?Expires=9&Signature=${by}&Key-Pair-Id=K`;
    const images = [hero, chart].map((image) => ({ ...image, url: signed(image, 'a') }));
    const heroImageUrl = signed(hero, 'b');
    const content = `![Chart](${chart.url}) ![Hero](${heroImageUrl})`;
    const delivery = makeDelivery({ article: { images, heroImageUrl, content } });
    delivery.article.files.jsonLd.content = JSON.stringify({ image: heroImageUrl });
    const { article, images: shown } = await arriveAs(delivery);
    const [shownHero, shownChart] = shown.map(({ file }) => file.url);
    expect(article).toMatchObject({
      content: `![Chart](${shownChart}) ![Hero](${shownHero})`,
      jsonLd: { image: shownHero },
    });
  });

  it('have a readable name, their texts and a folder in the Media Library, and smaller formats', async () => {
    const image = await makeImage(
      { format: 'jpeg', width: 1_200, height: 800, color: fresh() },
      {
        kind: 'hero',
        url: 'https://cdn.example.com/a/0f3c9d8e7b6a5f4e.jpg',
        alt: 'Pouring',
        caption: 'Slowly',
      },
    );
    const { images } = await arrive([image], { article: { slug: 'named-article' } });
    const file = (await library().findOne({
      where: { id: images[0]?.file.id },
      populate: ['folder'],
    })) as LibraryFile;
    expect(file).toMatchObject({
      name: 'named-article-hero.jpg',
      alternativeText: 'Pouring',
      caption: 'Slowly',
      folder: { name: 'Articles' },
    });
    expect(Object.keys(file.formats ?? {}).sort()).toEqual([
      'large',
      'medium',
      'small',
      'thumbnail',
    ]);
    expect(images[0]).toMatchObject({
      kind: 'hero',
      sourceUrl: image.url,
      alt: 'Pouring',
      caption: 'Slowly',
    });
  });

  it('follow their folder, whatever editors call it and wherever they put it, until it is deleted', async () => {
    const admin = `Bearer ${await site.adminToken()}`;
    const folders = () => site.strapi.db.query('plugin::upload.folder');
    const folderOf = async () => {
      const { images } = await arrive([await makeImage({ color: fresh() })]);
      const where = { id: images[0]?.file.id };
      const file = (await library().findOne({ where, populate: ['folder'] })) as LibraryFile;
      return file.folder as { id: number; name: string };
    };
    const { id } = await folderOf();
    const kept = await site.request
      .post('/upload/folders')
      .set('Authorization', admin)
      .send({ name: 'Kept', parent: null })
      .expect(201);
    const moved = { name: 'Pictures', parent: (kept.body as { data: { id: number } }).data.id };
    await site.request
      .put(`/upload/folders/${id}`)
      .set('Authorization', admin)
      .send(moved)
      .expect(200);
    expect(await folderOf()).toMatchObject({ id, name: 'Pictures' });
    expect(await folders().count({ where: { name: 'Articles' } })).toBe(0);
    await site.request
      .post('/upload/actions/bulk-delete')
      .set('Authorization', admin)
      .send({ folderIds: [id] })
      .expect(200);
    expect(await folderOf()).toMatchObject({ name: 'Articles' });
    expect(await folders().count({ where: { name: 'Articles', parent: null } })).toBe(1);
  });

  it('are known by their bytes, not by what they are said to be', async () => {
    const png = await pictureBytes({ color: fresh() });
    const { state, issues, images } = await arrive([
      asImage(png, {
        contentType: 'image/jpeg',
        byteSize: 1,
        url: 'https://cdn.example.com/x.svg',
      }),
    ]);
    expect(state).toBe('applied');
    expect(images[0]).toMatchObject({
      contentType: 'image/png',
      byteSize: png.length,
      file: { mime: 'image/png', ext: '.png' },
    });
    expect(issues.map(({ path }) => path).sort()).toEqual([
      'article.images.0.byteSize',
      'article.images.0.contentType',
    ]);
  });

  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  it.each([
    ['an SVG', () => svg],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a cut-off PNG', async () => (await pictureBytes({ color: fresh() })).subarray(0, -20)],
    ['a PDF', () => Buffer.from('%PDF-1.7\n%%EOF')],
    ['noise', () => Buffer.from('neither this nor that '.repeat(10))],
  ] as [string, () => Buffer | Promise<Buffer>][])(
    'refuse %s, record it, and let the article and its other images arrive',
    async (_, make) => {
      const before = await library().count();
      const good = await makeImage({ color: fresh() });
      const { state, issues, article, images } = await arrive([asImage(await make()), good]);
      expect(state).toBe('applied');
      expect(article).not.toBeNull();
      expect(issues).toEqual([
        expect.objectContaining({
          path: 'article.images.0',
          message: expect.stringMatching(/refused/),
        }),
      ]);
      expect(images.map(({ digest }) => digest)).toHaveLength(1);
      expect(await library().count()).toBe(before + 1);
    },
  );

  it('come from the data URL where base64 is missing or broken', async () => {
    const missing = await makeImage({ color: fresh() }, { base64: null as unknown as string });
    const broken = await makeImage({ color: fresh() }, { base64: '*** not base64 ***' });
    const { issues, images } = await arrive([missing, broken]);
    expect(images).toHaveLength(2);
    expect(issues.map(({ path }) => path)).toEqual(['article.images.1.base64']);
  });

  it('come from base64 where the data URL holds something else, which is recorded', async () => {
    const [first, second] = [
      await makeImage({ color: fresh() }),
      await makeImage({ color: fresh() }),
    ];
    const { issues, images } = await arrive([{ ...first, dataUrl: second.dataUrl }]);
    expect(images).toHaveLength(1);
    expect(issues.map(({ path }) => path)).toEqual(['article.images.0.dataUrl']);
    expect((await arrive([first])).images[0]?.digest).toBe(images[0]?.digest);
  });

  it('are recorded where a delivery has no bytes of them', async () => {
    const image = await makeImage({}, { base64: '', dataUrl: '' });
    const { state, issues, images } = await arrive([image]);
    expect({ state, images, paths: issues.map(({ path }) => path) }).toEqual({
      state: 'applied',
      images: [],
      paths: ['article.images.0'],
    });
  });

  it('are uploaded once, whoever delivers them again', async () => {
    const image = await makeImage({ color: fresh() });
    const before = await library().count();
    const first = await arrive([image, { ...image, url: 'https://cdn.example.com/other.png' }]);
    const second = await arrive([{ ...image, kind: 'hero', alt: 'Other words' }]);
    expect(await library().count()).toBe(before + 1);
    const ids = [...first.images, ...second.images].map(({ file }) => file.id);
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
  });

  it('are uploaded once when several articles bring them at once', async () => {
    const image = await makeImage({ color: fresh() });
    const before = await library().count();
    const deliveries = Array.from({ length: 4 }, () =>
      makeDelivery({ article: { images: [image] } }),
    );
    await Promise.all(deliveries.map((delivery) => site.deliver(delivery)));
    await site.settle();
    expect(await library().count()).toBe(before + 1);
    for (const { article } of deliveries) {
      expect((await shownArticle(site, article.id, 'draft'))?.images).toHaveLength(1);
    }
  });

  it('stand in the content, the hero and the JSON-LD under their new address', async () => {
    const url = 'https://cdn.example.com/articles/hero.png';
    const image = await makeImage({ color: fresh() }, { kind: 'hero', url });
    const jsonLd = { '@graph': [{ '@type': 'Article', image: url, name: `${url}.bak` }] };
    const { article, images } = await arrive([image], {
      article: {
        heroImageUrl: url,
        heroImageAlt: 'The hero',
        content: `![Hero](${url} "title")\n\n[link](${url}?full)`,
        files: {
          llmTxt: {
            fileName: '',
            contentType: 'text/plain',
            encoding: 'utf-8',
            content: `See ${url}`,
          },
          jsonLd: {
            contentType: 'application/ld+json',
            encoding: 'utf-8',
            content: JSON.stringify(jsonLd),
          },
        },
      },
    });
    const file = images[0]?.file;
    expect(file?.url).toMatch(/^\/uploads\//);
    expect(article?.content).toBe(`![Hero](${file?.url} "title")\n\n[link](${url}?full)`);
    expect((article?.heroImage as LibraryFile).id).toBe(file?.id);
    expect(article?.heroImageAlt).toBe('The hero');
    expect(article?.llmsTxt).toBe(`See ${file?.url}`);
    expect(article?.jsonLd).toEqual({
      '@graph': [{ '@type': 'Article', image: file?.url, name: `${url}.bak` }],
    });
  });

  it.each([
    ['a space', 'my cup.png', 'my%20cup.png'],
    ['a letter beyond ASCII', 'große-tasse.png', 'gro%C3%9Fe-tasse.png'],
    ['percent signs in small letters', 'm%c3%bchle.png', 'm%C3%BChle.png'],
    ['parentheses', 'cup(2).png', 'cup%282%29.png'],
    ['parentheses that Markdown escapes', 'cup(3).png', 'cup\\(3\\).png'],
  ])('stand in texts that write their address otherwise: %s', async (_with, own, written) => {
    const at = 'https://cdn.example.com/articles';
    const image = await makeImage({ color: fresh() }, { kind: 'inline', url: `${at}/${own}` });
    const heroImageUrl = `${at}/${written.replaceAll('\\', '')}`;
    const jsonLd = JSON.stringify({ '@type': 'Article', image: heroImageUrl });
    const { article, images, issues } = await arrive([image], {
      article: {
        heroImageUrl,
        content: `![A cup](${at}/${written})`,
        files: {
          llmTxt: { fileName: '', contentType: '', encoding: '', content: `See ${heroImageUrl}` },
          jsonLd: { contentType: '', encoding: '', content: jsonLd },
        },
      },
    });
    const file = images[0]?.file;
    expect(article).toMatchObject({
      content: `![A cup](${file?.url})`,
      heroImage: { id: file?.id },
      llmsTxt: `See ${file?.url}`,
      jsonLd: { '@type': 'Article', image: file?.url },
    });
    expect(issues).toEqual([]);
  });

  it('stand in the content where that has their addresses in angle brackets', async () => {
    const url = 'https://cdn.example.com/articles/in angle brackets.png';
    const image = await makeImage({ color: fresh() }, { url });
    const { article, images } = await arrive([image], {
      article: { content: `![A cup](<${url}> "title")\n\n![A cup][1]\n\n[1]: <${url}>` },
    });
    const file = images[0]?.file.url;
    expect(article?.content).toBe(`![A cup](${file} "title")\n\n![A cup][1]\n\n[1]: ${file}`);
  });

  it('make the hero by their kind where the delivery gives no address', async () => {
    const other = await makeImage({ color: fresh() }, { kind: 'inline' });
    const hero = await makeImage(
      { color: fresh() },
      { kind: 'Hero', url: 'https://cdn.example.com/h.png' },
    );
    const { article, images, issues } = await arrive([other, hero]);
    const wanted = images.find(({ kind }) => kind === 'Hero')?.file.id;
    expect((article?.heroImage as LibraryFile).id).toBe(wanted);
    expect(issues).toEqual([]);
  });

  it('make the hero by the address that the delivery gives, with white space around either', async () => {
    const url = 'https://cdn.example.com/spaced.png';
    const hero = await makeImage({ color: fresh() }, { kind: 'inline', url: ` ${url}` });
    const { article, images, issues } = await arrive([hero], {
      article: { heroImageUrl: `${url} ` },
    });
    expect((article?.heroImage as LibraryFile | null)?.id).toBe(images[0]?.file.id);
    expect(issues).toEqual([]);
  });

  it('leave the article when the next delivery has them no more', async () => {
    const image = await makeImage({ color: fresh() }, { kind: 'hero' });
    const first = makeDelivery({ article: { images: [image] } });
    expect((await arriveAs(first)).images).toHaveLength(1);
    const { article, images } = await arriveAs(nextDelivery(first, { article: { images: [] } }));
    expect([images, article?.heroImage]).toEqual([[], null]);
  });
});
