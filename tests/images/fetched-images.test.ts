import type { Issue } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { adminApi } from '../support/people/admin-api';
import {
  makeDelivery,
  nextDelivery,
  type WireArticle,
  type WireDelivery,
} from '../support/feed/deliveries';
import { startImageHost, trustImageHost, type ImageHost } from '../support/servers/image-host';
import { makeImage, pictureBytes } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const LOOPBACK = ['127.0.0.0/8', '::1'];

describe('images that a delivery names but does not bring', () => {
  let host: ImageHost;
  let distrust: () => void;
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    distrust = trustImageHost();
    host = await startImageHost();
  });
  afterAll(async () => {
    distrust();
    await host.close();
  });

  const start = async (images: object) => {
    site = await bootSite({ pluginConfig: { images } });
    api = adminApi(site);
  };

  /** An image without its bytes. */
  const absent = (path: string) =>
    makeImage({}, { url: host.url(path), base64: '', dataUrl: '', byteSize: 0 });

  const read = async (sourceId: string) => {
    const article = await site.strapi.documents(ARTICLE).findFirst({
      filters: { sourceId },
      populate: ['heroImage', 'images'],
    });
    return article as unknown as {
      title: string;
      content: string;
      heroImage: { id: number; url: string } | null;
      images: { sourceUrl: string }[];
    };
  };

  const send = async (sent: WireDelivery) => {
    const answer = await site.deliver(sent);
    expect(answer.status).toBe(202);
    await site.settle();
    const deliveryId = answer.body.data?.deliveryId ?? '';
    const delivery = await api.delivery(deliveryId);
    expect(delivery.state).toBe('applied');
    return { deliveryId, issues: delivery.issues };
  };

  const arrive = async (changes: Partial<WireArticle>) => {
    const delivery = makeDelivery({ article: changes });
    const { id } = delivery.article;
    return { ...(await send(delivery)), id, article: await read(id) };
  };

  const messages = (issues: readonly Issue[]) => issues.map(({ message }) => message).join('\n');
  const timesAsked = (path: string) => host.asked.filter((asked) => asked.path === path).length;

  describe('on a site that lists their host', () => {
    beforeAll(() => start({ fetchFrom: [host.host], fetchFromPrivate: LOOPBACK }));
    afterAll(() => site.destroy());

    it('are fetched, and look like any other', async () => {
      host.serve('/inline.png', await pictureBytes({ color: '#102030' }));
      const image = { ...(await absent('/inline.png')), byteSize: 0 };
      const { article, issues } = await arrive({
        images: [image],
        content: `![A picture](${image.url})\n`,
      });
      expect(article.images).toEqual([expect.objectContaining({ sourceUrl: image.url })]);
      expect(article.content).toMatch(/!\[A picture\]\(\/uploads\//);
      expect(messages(issues)).not.toContain('no bytes');
    });

    it('are found for a hero of which there is only the address', async () => {
      host.serve('/hero.jpg', await pictureBytes({ format: 'jpeg', color: '#203040' }));
      const heroImageUrl = host.url('/hero.jpg');
      const { article, issues } = await arrive({ heroImageUrl, heroImageAlt: 'A hero' });
      expect(article.heroImage).toMatchObject({ mime: 'image/jpeg', alternativeText: 'A hero' });
      expect(issues).toEqual([]);
    });

    it('are asked for once, whatever their address answers later', async () => {
      host.serve('/once.png', await pictureBytes({ color: '#304050' }));
      const { deliveryId, id, article } = await arrive({
        heroImageUrl: host.url('/once.png'),
      });
      host.serve('/once.png', await pictureBytes({ color: '#ffffff' }));
      await api.redrive(deliveryId);
      expect((await read(id)).heroImage).toEqual(article.heroImage);

      await site.strapi.plugin('upload').service('upload').remove(article.heroImage);
      await api.redrive(deliveryId);
      const again = (await read(id)).heroImage;
      expect(again).toMatchObject({ hash: (article.heroImage as { hash?: string } | null)?.hash });
      expect(timesAsked('/once.png')).toBe(1);
    });

    it('cost nothing but themselves when they cannot be had, until a redrive has them', async () => {
      const { deliveryId, id, article, issues } = await arrive({
        heroImageUrl: host.url('/late.png'),
        images: [await absent('/late.png'), await makeImage({ color: '#405060' })],
      });
      expect(article.heroImage).toBeNull();
      expect(article.images).toHaveLength(1);
      expect(issues).toContainEqual(
        expect.objectContaining({
          path: 'article.images.0',
          message: 'the image could not be fetched: the host answered 404',
          values: { why: 'the host answered 404', fault: 'status', status: 404 },
        }),
      );

      host.serve('/late.png', await pictureBytes({ color: '#506070' }));
      await api.redrive(deliveryId);
      expect((await read(id)).heroImage).not.toBeNull();
      expect(messages((await api.delivery(deliveryId)).issues)).not.toContain('fetched');
    });

    it('stay what they were where their host fails at a newer delivery, until a redrive has them', async () => {
      const path = '/stays.png';
      host.serve(path, await pictureBytes({ color: '#112233' }));
      const image = await absent(path);
      const first = makeDelivery({
        article: { heroImageUrl: image.url, images: [image], content: `![It](${image.url})\n` },
      });
      const { deliveryId: firstId } = await send(first);
      const shown = await read(first.article.id);
      expect(shown.heroImage).not.toBeNull();

      host.answer(path, (_request, response) => response.writeHead(503).end());
      const second = nextDelivery(first, { article: { title: 'Published' } });
      const { deliveryId, issues } = await send(second);
      const { heroImage, images, content, title } = await read(first.article.id);
      expect({ heroImage, images, content }).toEqual({
        heroImage: shown.heroImage,
        images: shown.images,
        content: shown.content,
      });
      expect(title).toBe('Published');
      expect(messages(issues)).toContain('the host answered 503');
      expect((await api.delivery(deliveryId)).images).toEqual([
        expect.objectContaining({ state: 'stored' }),
      ]);
      // The delivery that had it has nothing to say of that.
      expect(messages((await api.delivery(firstId)).issues)).not.toContain('fetched');

      host.serve(path, await pictureBytes({ color: '#332211' }));
      await api.redrive(deliveryId);
      const now = await read(first.article.id);
      expect(now.heroImage).not.toEqual(shown.heroImage);
      expect(now.heroImage).not.toBeNull();
      expect(messages((await api.delivery(deliveryId)).issues)).not.toContain('fetched');
    });

    it('are refused when they are no images, and not kept', async () => {
      const blobs = () => site.strapi.db.query('plugin::article-receiver.blob').count();
      const before = await blobs();
      host.serve('/page.png', Buffer.from('<html><script>alert(1)</script></html>'));
      const { article, issues } = await arrive({ heroImageUrl: host.url('/page.png') });
      expect(article.heroImage).toBeNull();
      expect(messages(issues)).toContain('could not be fetched: what the host answered is');
      expect(issues).toContainEqual(
        expect.objectContaining({
          values: expect.objectContaining({ fault: 'otherKind' }) as object,
        }),
      );
      expect(await blobs()).toBe(before);
    });

    it('are not fetched from elsewhere', async () => {
      const heroImageUrl = 'https://cdn.example.com/hero.png';
      const { article, issues } = await arrive({ heroImageUrl });
      expect(article.heroImage).toBeNull();
      expect(messages(issues)).toContain('images.fetchFrom does not list cdn.example.com');
      const values = { fault: 'notListed', detail: 'cdn.example.com' };
      expect(issues).toContainEqual(
        expect.objectContaining({ values: expect.objectContaining(values) as object }),
      );
    });

    it('are not fetched where the delivery brings them', async () => {
      const image = await makeImage({ color: '#607080' }, { url: host.url('/brought.png') });
      await arrive({ images: [image], heroImageUrl: image.url });
      expect(timesAsked('/brought.png')).toBe(0);
    });
  });

  it('are not fetched from a private address, even where the host is listed', async () => {
    await start({ fetchFrom: [host.host] });
    host.serve('/private.png', await pictureBytes({ color: '#708090' }));
    const { article, issues } = await arrive({ heroImageUrl: host.url('/private.png') });
    await site.destroy();
    expect(article.heroImage).toBeNull();
    expect(messages(issues)).toContain('localhost has an address that is not public');
    expect(timesAsked('/private.png')).toBe(0);
  });

  it('are left out by a site that did not ask for them', async () => {
    await start({});
    host.serve('/unasked.png', await pictureBytes({ color: '#8090a0' }));
    const { article, issues } = await arrive({
      heroImageUrl: host.url('/unasked.png'),
      images: [await absent('/unasked.png')],
    });
    await site.destroy();
    expect(article.heroImage).toBeNull();
    expect(messages(issues)).toContain('the delivery has no bytes of this image');
    expect(timesAsked('/unasked.png')).toBe(0);
  });
});
