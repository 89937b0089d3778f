import { makeDelivery } from './support/deliveries';
import { asImage, makeImage, pictureBytes } from './support/images';
import { bootSite, type Site } from './support/site';

const ARTICLE = 'plugin::article-receiver.article';

describe('images of a delivery', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const files = () => site.strapi.db.query('plugin::upload.file').count();

  const arrive = async (images: Awaited<ReturnType<typeof makeImage>>[]) => {
    const heroImageUrl = images[0]?.url ?? '';
    const delivery = makeDelivery({ article: { images, heroImageUrl } });
    expect((await site.deliver(delivery)).status).toBe(202);
    await site.settle();
    return site.strapi.documents(ARTICLE).findFirst({
      filters: { sourceId: delivery.article.id },
      populate: ['heroImage', 'images'],
    });
  };

  it('are kept in the Media Library, whatever their format', async () => {
    for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
      const article = await arrive([
        await makeImage({ format, color: '#123456' }, { kind: 'hero' }),
      ]);
      expect(article).toMatchObject({ heroImage: { mime: `image/${format}` } });
    }
  });

  it('are uploaded once, however often the same bytes come', async () => {
    const image = await makeImage({ color: '#abcdef' }, { kind: 'hero' });
    await arrive([image]);
    const before = await files();
    const article = await arrive([image]);

    expect(await files()).toBe(before);
    expect(article?.heroImage).toBeTruthy();
  });

  it('are refused when they are no image, and the article still arrives', async () => {
    const before = await files();
    const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>');
    const article = await arrive([asImage(script, { contentType: 'image/png', kind: 'hero' })]);

    expect(article?.title).toEqual(expect.any(String));
    expect(article?.heroImage).toBeNull();
    expect(await files()).toBe(before);
  });

  it('are judged by their bytes, not by what the delivery calls them', async () => {
    const bytes = await pictureBytes({ format: 'jpeg', color: '#fedcba' });
    const article = await arrive([asImage(bytes, { contentType: 'image/png', kind: 'hero' })]);

    expect(article).toMatchObject({ heroImage: { mime: 'image/jpeg', ext: '.jpg' } });
  });
});
