import type { DeliveryDetail } from '../src/plugins/article-receiver/shared/deliveries';
import { adminApi } from './support/admin-api';
import { shownArticle } from './support/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from './support/deliveries';
import { arrive } from './support/event-log';
import { makeImage } from './support/images';
import { bootSite, type Site } from './support/site';

const ARTICLE = 'plugin::article-receiver.article';
const STATUS = { event: 'article.status_changed' };

describe('what became of a delivery', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const send = (delivery: WireDelivery): Promise<string> => arrive(site, delivery);
  const outcome = async (deliveryId: string) => (await api.delivery(deliveryId)).outcome;
  const codes = async (deliveryId: string) => (await outcome(deliveryId)).map(({ code }) => code);
  const documentOf = async ({ article }: WireDelivery) =>
    (await shownArticle(site, article.id, 'draft'))?.documentId ?? '';
  const edit = async (delivery: WireDelivery, data: object) => {
    const documentId = await documentOf(delivery);
    await site.strapi.documents(ARTICLE).update({ documentId, data: data as never });
    return documentId;
  };
  const suggestionsFor = async (documentId: string) => {
    const { body } = await api.get(`/suggestions?documentId=${documentId}&state=open`);
    return (body as { results: { id: number; field: string }[] }).results;
  };

  it('is that the draft has it, and nothing more where nothing differs', async () => {
    const first = makeDelivery();
    const firstId = await send(first);
    expect(await outcome(firstId)).toEqual([{ code: 'draft' }]);
    // The same once more does not take away what was said of it.
    await api.redrive(firstId);
    expect(await outcome(firstId)).toEqual([{ code: 'draft' }]);
    const same = await send(
      nextDelivery(first, { article: { updatedAt: first.article.updatedAt } }),
    );
    expect(await outcome(same)).toEqual([{ code: 'nothing' }]);
    const { outcome: replaced } = await api.delivery(firstId);
    const { receivedAt } = await api.delivery(same);
    expect(replaced).toEqual([{ code: 'replaced', at: receivedAt }]);
    // A delivery that brings nothing to the article replaces none.
    await send(nextDelivery(first, { event: 'article.unheard_of' }));
    expect(await outcome(firstId)).toEqual(replaced);
  });

  it('is that fields were kept, with suggestions that wait until they are decided', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await edit(first, { title: 'Ours', tldr: 'Ours.' });
    const theirs = { title: 'Theirs', tldr: 'Theirs.', description: 'New.' };
    const second = await send(nextDelivery(first, { article: theirs }));
    expect(await outcome(second)).toEqual([
      { code: 'draftExcept', fields: ['title', 'tldr'] },
      { code: 'suggestions', count: 2 },
    ]);
    const { changes } = await api.delivery(second);
    expect(changes).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ field: 'description', after: 'New.', isKept: false }),
        { field: 'title', before: null, after: 'Theirs', isKept: true },
      ]),
    );
    const open = await suggestionsFor(documentId);
    const idOf = (field: string) => open.find((one) => one.field === field)?.id;
    await api.post(`/suggestions/${idOf('title')}/accept`);
    await api.post(`/suggestions/${idOf('tldr')}/reject`);
    expect(await outcome(second)).toEqual([{ code: 'draftExcept', fields: ['tldr'] }]);
  });

  it('names an image that was refused', async () => {
    const good = await makeImage();
    const refused = { ...(await makeImage()), dataUrl: undefined, base64: 'bm8gaW1hZ2U=' };
    const id = await send(makeDelivery({ article: { images: [good, refused as never] } }));
    const [draft, images] = await outcome(id);
    expect(draft).toEqual({ code: 'draft' });
    expect(images).toMatchObject({ code: 'images', count: 1, issue: { path: 'article.images.1' } });
  });

  it('names the slug that it had to take', async () => {
    const first = makeDelivery();
    await send(first);
    const { slug } = first.article as { slug: string };
    const second = await send(makeDelivery({ article: { slug } }));
    expect(await outcome(second)).toEqual([
      { code: 'draft' },
      { code: 'otherSlug', slug: `${slug}-2`, wanted: slug },
    ]);
  });

  it('is that it was published, held, decided against, taken offline', async () => {
    const draft = makeDelivery();
    await send(draft);
    const first = nextDelivery(draft, { ...STATUS, article: { status: 'published' } });
    expect(await codes(await send(first))).toEqual(['both']);
    const documentId = await edit(first, { tldr: 'Not public yet.' });
    const second = nextDelivery(first, { article: { description: 'New.' } });
    const held = await send(second);
    expect(await outcome(held)).toEqual([
      { code: 'draftExcept', fields: ['tldr'] },
      { code: 'publicationWaits', fields: ['tldr'] },
    ]);
    await api.post(`/articles/${documentId}/discard`);
    await site.settle();
    expect(await outcome(held)).toEqual([
      { code: 'draftExcept', fields: ['tldr'] },
      { code: 'notPublished', name: 'Ada Admin', at: expect.any(String) },
    ]);
    const archived = nextDelivery(second, { ...STATUS, article: { status: 'archived' } });
    expect(await codes(await send(archived))).toContain('unpublished');
  });

  it('is left to say where a word is not known, and where it cannot be read', async () => {
    const first = makeDelivery();
    await send(first);
    const parked = nextDelivery(first, { ...STATUS, article: { status: 'in translation' } });
    expect((await outcome(await send(parked))).at(-1)).toEqual({
      code: 'wordUndecided',
      word: 'in translation',
    });
    const { body } = await site.deliver('{"event": "article.ready"');
    const unread = (await api.delivery(
      body.error?.details?.deliveryId ?? '',
    )) satisfies DeliveryDetail;
    expect(unread.outcome[0]).toEqual({ code: 'unusable' });
    expect(unread.changes).toBeNull();
  });

  it('stands in the list, too', async () => {
    const { body } = await api.get('/deliveries?pageSize=100');
    const { results } = body as { results: DeliveryDetail[] };
    expect(results.every(({ outcome: parts }) => parts.length > 0)).toBe(true);
  });
});
