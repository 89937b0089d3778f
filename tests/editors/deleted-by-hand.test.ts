import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { feedArticles } from '../support/articles/feed-articles';
import { asImage, pictureBytes } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

let site: Site;
let admin: ReturnType<typeof adminApi>;
let articles: ReturnType<typeof feedArticles>;

beforeAll(async () => {
  site = await bootSite();
  admin = adminApi(site);
  articles = feedArticles(site);
});
afterAll(() => site?.destroy());

describe('what was deleted', () => {
  it('stays deleted when an editor deleted the article; a redrive brings it back', async () => {
    const first = makeDelivery();
    await articles.send(first);
    const { documentId } = await articles.draftOf(first);
    await articles.documents.delete({ documentId });
    const deliveryId = await articles.send(nextDelivery(first, { article: { tldr: 'Newer.' } }));
    expect(await articles.find(first, 'draft')).toBeNull();
    const delivery = await admin.delivery(deliveryId);
    expect(delivery.state).toBe('parked');
    expect(delivery.reason).toContain('deleted');
    await admin.post(`/deliveries/${deliveryId}/redrive`);
    await site.settle();
    expect(await articles.draftOf(first)).toMatchObject({ tldr: 'Newer.', documentId });
  });

  it('comes back to the Media Library and the article when a file was deleted', async () => {
    const bytes = await pictureBytes({ color: '#202020' });
    const image = asImage(bytes, { url: 'https://cdn.example.com/b.png', kind: 'hero' });
    const first = makeDelivery({ article: { images: [image], heroImageUrl: image.url } });
    await articles.send(first);
    const { heroImage } = await articles.draftOf(first);
    await site.strapi.plugin('upload').service('upload').remove(heroImage);
    expect((await articles.draftOf(first)).heroImage).toBeNull();
    await articles.send(nextDelivery(first, { article: { tldr: 'x' } }));
    const draft = await articles.draftOf(first);
    expect(draft.heroImage).toMatchObject({ url: heroImage?.url });
    const asset = await site.strapi
      .documents('plugin::article-receiver.media-asset')
      .findFirst({ filters: { sourceUrl: image.url }, populate: { file: true } });
    expect(asset?.file).toMatchObject({ id: draft.heroImage?.id });
    await site.request.get(heroImage?.url ?? '').expect(200);
  });

  it('does not take what an editor chose instead with it', async () => {
    const names = [`kept ${Date.now()}`, `merged ${Date.now()}`];
    const first = makeDelivery({ article: { tags: names } });
    await articles.send(first);
    const { documentId, tags } = await articles.draftOf(first);
    const tagDocuments = site.strapi.documents('plugin::article-receiver.tag');
    const own = await tagDocuments.create({
      data: { name: `own ${Date.now()}`, slug: `own-${Date.now()}` } as never,
    });
    const chosen = [tags?.[0]?.documentId, own.documentId];
    await articles.documents.update({ documentId, data: { tags: { set: chosen } } as never });
    const merged = tags?.[1]?.documentId ?? '';
    await tagDocuments.delete({ documentId: merged });
    await articles.send(nextDelivery(first, { article: { tldr: 'x' } }));
    const ids = (await articles.draftOf(first)).tags?.map(
      (tag: { documentId: string }) => tag.documentId,
    );
    expect(ids).toEqual(chosen);
    // Nobody needs it any more.
    expect(await tagDocuments.findOne({ documentId: merged })).toBeNull();
  });

  it('does not come back where an editor had taken it out before', async () => {
    const image = asImage(await pictureBytes({ color: '#404041' }), {
      url: 'https://cdn.example.com/e.png',
      kind: 'hero',
    });
    const first = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published', images: [image], heroImageUrl: image.url },
    });
    await articles.send(first);
    const { documentId, heroImage } = await articles.draftOf(first);
    await articles.documents.update({ documentId, data: { heroImage: null } as never });
    await articles.documents.publish({ documentId });
    await site.strapi.plugin('upload').service('upload').remove(heroImage);
    await articles.send(
      nextDelivery(first, { event: 'article.status_changed', article: { tldr: 'x' } }),
    );
    expect(await articles.draftOf(first)).toMatchObject({ tldr: 'x', heroImage: null });
    expect(await articles.find(first, 'published')).toMatchObject({ heroImage: null });
  });

  it('is nothing new from the service where an editor had chosen another before', async () => {
    const picture = async (color: string) =>
      asImage(await pictureBytes({ color }), { url: `https://cdn.example.com/${color}.png` });
    const [one, two, own] = await Promise.all(['#50505a', '#50505b', '#50505c'].map(picture));
    const hero = (image = one) => ({
      images: [image].flatMap((it) => it ?? []),
      heroImageUrl: image?.url ?? '',
    });
    const first = makeDelivery({ article: hero() });
    const other = makeDelivery({ article: hero(own) });
    await articles.send(first, other);
    const { documentId, heroImage } = await articles.draftOf(first);
    const theirs = (await articles.draftOf(other)).heroImage?.id;
    await articles.edit(first, { heroImage: theirs });
    const upload = site.strapi.plugin('upload').service('upload');
    const fileOf = async (name: string) => {
      const filters = { sourceUrl: `https://cdn.example.com/${name}.png` };
      const assets = site.strapi.documents('plugin::article-receiver.media-asset');
      return (await assets.findFirst({ filters, populate: { file: true } }))?.file as object;
    };
    await upload.remove(heroImage);
    const second = nextDelivery(first, { article: { tldr: 'Newer.' } });
    await articles.send(second);
    expect(await admin.suggestionsOf(documentId)).toEqual([]);

    const third = nextDelivery(second, { article: hero(two) });
    await articles.send(third);
    const [offer] = await admin.suggestionsOf(documentId);
    expect(offer).toMatchObject({ field: 'heroImage' });
    await admin.post(`/suggestions/${offer?.id}/reject`);
    for (const tldr of ['Newest.', 'Last.']) {
      await upload.remove(await fileOf('#50505b'));
      await articles.send(nextDelivery(third, { article: { tldr } }));
      expect(await admin.suggestionsOf(documentId)).toEqual([]);
    }
    expect((await articles.draftOf(first)).heroImage?.id).toBe(theirs);
  });

  it('comes back when it was a media asset, a tag or the campaign', async () => {
    const bytes = await pictureBytes({ color: '#303030' });
    const image = asImage(bytes, { url: 'https://cdn.example.com/c.png' });
    const first = makeDelivery({ article: { images: [image], tags: ['only here'] } });
    await articles.send(first);
    const { images, tags, campaign } = await articles.draftOf(first);
    const remove = (name: string, documentId = '') =>
      site.strapi.documents(`plugin::article-receiver.${name}` as never).delete({ documentId });
    await remove('media-asset', images?.[0]?.documentId);
    await remove('tag', tags?.[0]?.documentId);
    await remove('campaign', campaign?.documentId);
    await articles.send(nextDelivery(first, { article: { tldr: 'x' } }));
    const draft = await articles.draftOf(first);
    expect(draft.images).toMatchObject([{ documentId: images?.[0]?.documentId }]);
    expect(draft.tags).toMatchObject([{ name: 'only here' }]);
    expect(draft.campaign).toMatchObject({ documentId: campaign?.documentId });
  });

  it('keeps no article from being written that was about to lead to it', async () => {
    const first = makeDelivery({ article: { tags: ['goes at once'] } });
    await articles.send(first, makeDelivery({ article: { tags: ['stays'] } }));
    const tags = site.strapi.documents('plugin::article-receiver.tag');
    const { documentId = '' } = (await tags.findFirst({ filters: { name: 'stays' } })) ?? {};
    let isThere = true;
    site.strapi.documents.use(async ({ uid, action }, next) => {
      if (isThere && uid === 'plugin::article-receiver.article' && action === 'update') {
        isThere = false;
        await tags.delete({ documentId });
      }
      return next();
    });
    const id = await articles.send(
      nextDelivery(first, { article: { tags: ['goes at once', 'stays'] } }),
    );
    expect([isThere, (await admin.delivery(id)).state]).toEqual([false, 'applied']);
    const names = (await articles.draftOf(first)).tags?.map(({ name }: { name?: string }) => name);
    expect(names).toEqual(['goes at once', 'stays']);
  });
});
