import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { makeImage, type WireImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';

let site: Site;

beforeAll(async () => {
  site = await bootSite();
});
afterAll(() => site?.destroy());

const send = (...deliveries: WireDelivery[]): Promise<string> => arriveInTurn(site, ...deliveries);

const withImage = (image: WireImage, text: { alt: string; caption: string }) =>
  makeDelivery({ article: { images: [{ ...image, ...text }], heroImageUrl: image.url } });

/** The article's hero as a file, and its own words on it. */
async function shown({ article }: WireDelivery) {
  const found = await site.strapi.documents(ARTICLE).findFirst({
    filters: { sourceId: article.id },
    populate: { heroImage: true, images: true },
  });
  const { name, alternativeText, caption } = found?.heroImage ?? {};
  const [asset] = (found?.images ?? []) as { alt: string; caption: string }[];
  return { file: { name, alternativeText, caption }, alt: asset?.alt, caption: asset?.caption };
}

describe('an image that two articles have', () => {
  const first = { alt: 'A cup', caption: 'Of the first' };
  const other = { alt: 'A mug', caption: 'Of the other' };

  it.each([
    ['in order', false],
    ['in another order', true],
  ])('is described by the first, %s; the other keeps its own words', async (_order, isReversed) => {
    const image = await makeImage({ color: isReversed ? '#0a0b0c' : '#0c0b0a' }, { kind: 'hero' });
    const one = withImage(image, first);
    const two = withImage(image, other);
    await send(...(isReversed ? [two, one] : [one, two]));
    const file = {
      name: (await shown(one)).file.name,
      alternativeText: 'A cup',
      caption: first.caption,
    };
    expect(file.name).toContain(one.article.slug);
    expect(await shown(one)).toEqual({ file, ...first });
    expect(await shown(two)).toEqual({ file, ...other });

    const newer = [{ ...two.article.images[0], alt: 'Another mug' } as WireImage];
    await send(nextDelivery(two, { article: { images: newer } }));
    expect(await shown(one)).toEqual({ file, ...first });
    expect(await shown(two)).toEqual({ file, ...other, alt: 'Another mug' });

    const own = [{ ...one.article.images[0], alt: 'A cup of tea' } as WireImage];
    await send(nextDelivery(one, { article: { images: own } }));
    expect((await shown(two)).file).toEqual({ ...file, alternativeText: 'A cup of tea' });
  });
  it('is so again where somebody deleted it, and the other brings it', async () => {
    const image = await makeImage({ color: '#0b0c0a' }, { kind: 'hero' });
    const one = withImage(image, first);
    const two = withImage(image, other);
    await send(one, two);
    const { file } = await shown(one);
    const upload = site.strapi.plugin('upload').service('upload');
    const article = await site.strapi.documents(ARTICLE).findFirst({
      filters: { sourceId: one.article.id },
      populate: { heroImage: true },
    });
    await upload.remove(article?.heroImage);
    await send(nextDelivery(two, { article: { tldr: 'Newer.' } }));
    expect((await shown(two)).file).toEqual(file);

    const own = [{ ...one.article.images[0], caption: 'Newer' } as WireImage];
    await send(nextDelivery(one, { article: { images: own } }));
    expect((await shown(two)).file).toEqual({ ...file, caption: 'Newer' });
  });
});
