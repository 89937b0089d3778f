import type { DeliveryDetail } from '../../src/plugins/article-receiver/shared/deliveries/deliveries';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive, arriveTogether } from '../support/feed/event-log';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

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

  it('is that the draft has it, and nothing more where nothing differs', async () => {
    const first = makeDelivery();
    const firstId = await send(first);
    expect(await outcome(firstId)).toEqual([{ code: 'draft' }]);
    // What it left empty is no change.
    const { changes } = await api.delivery(firstId);
    expect(changes?.filter(({ after }) => after === '')).toEqual([]);
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
    const open = await api.suggestionsOf(documentId);
    const idOf = (field: string) => open.find((one) => one.field === field)?.id;
    await api.post(`/suggestions/${idOf('title')}/accept`);
    await api.post(`/suggestions/${idOf('tldr')}/reject`);
    expect(await outcome(second)).toEqual([{ code: 'draftExcept', fields: ['tldr'] }]);
  });

  it('is that as many suggestions wait as the article has, whichever delivery offered them first', async () => {
    const first = makeDelivery();
    await send(first);
    await edit(first, { title: 'Ours', tldr: 'Ours.' });
    const second = nextDelivery(first, { article: { title: 'Theirs', tldr: 'Theirs.' } });
    await send(second);
    const third = nextDelivery(second, { article: { tldr: 'Theirs, again.' } });
    expect(await outcome(await send(third))).toContainEqual({ code: 'suggestions', count: 2 });
    // A word on its status says the same of the rest.
    const status = nextDelivery(third, { ...STATUS, article: { status: 'draft' } });
    expect(await outcome(await send(status))).toContainEqual({ code: 'suggestions', count: 2 });
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

  it('does not name it any more once it has the slug that it asked for', async () => {
    const first = makeDelivery();
    await send(first);
    const { slug } = first.article as { slug: string };
    const second = await send(makeDelivery({ article: { slug } }));
    await send(nextDelivery(first, { article: { slug: `${slug}-elsewhere` } }));
    expect(await outcome(second)).toEqual([{ code: 'draft' }]);
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
    // What was decided then is not so any more.
    await site.strapi.documents(ARTICLE).publish({ documentId });
    await site.settle();
    expect(await outcome(held)).toEqual([
      { code: 'draftExcept', fields: ['tldr'] },
      { code: 'publicByHand' },
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

  describe('says what the article shows of it now', () => {
    const revised = (delivery: WireDelivery) =>
      nextDelivery(delivery, {
        event: 'article.ready',
        article: { status: 'draft', title: 'Revised', content: 'Another text.' },
      });
    const sent = async (inTurn: readonly WireDelivery[]) => {
      const ids = new Map<WireDelivery, string>();
      for (const delivery of inTurn) ids.set(delivery, await send(delivery));
      return (delivery: WireDelivery) => ids.get(delivery) ?? '';
    };
    const arrivalOf = async (deliveryId: string) => (await api.delivery(deliveryId)).receivedAt;
    const listed = async (deliveryId: string) => {
      const { body } = await api.get(`/deliveries?filters[deliveryId]=${deliveryId}`);
      return (body as { results: DeliveryDetail[] }).results[0]?.outcome;
    };
    const offline = async (delivery: WireDelivery) => {
      await site.strapi.documents(ARTICLE).unpublish({ documentId: await documentOf(delivery) });
      await site.settle();
    };

    it.each([
      ['before', false],
      ['after', true],
    ])('where readers have it and a newer draft came %s it', async (_, isLate) => {
      const first = makeDelivery({ ...STATUS, article: { status: 'published' } });
      const second = revised(first);
      const idOf = await sent(isLate ? [first, second] : [second, first]);
      const at = await arrivalOf(idOf(second));
      const shown = [{ code: 'public' }, { code: 'newerDraft', at }];
      expect(await outcome(idOf(first))).toEqual(shown);
      expect(await listed(idOf(first))).toEqual(shown);
      expect(await outcome(idOf(second))).toEqual([{ code: 'draft' }]);
    });

    it('where it came together with a newer draft', async () => {
      const first = makeDelivery({ ...STATUS, article: { status: 'published' } });
      const second = revised(first);
      await arriveTogether(site, [first, second]);
      const [newer, older] = await api.deliveriesOf(first.article.id);
      expect(newer?.outcome).toEqual([{ code: 'draft' }]);
      expect(older?.outcome).toEqual([
        { code: 'public' },
        { code: 'newerDraft', at: newer?.receivedAt },
      ]);
    });

    it.each([
      ['before', false],
      ['after', true],
    ])('where its word is not known and a newer draft came %s it', async (_, isLate) => {
      const first = makeDelivery({ ...STATUS, article: { status: 'in proof' } });
      const second = revised(first);
      const idOf = await sent(isLate ? [first, second] : [second, first]);
      expect((await api.delivery(idOf(first))).state).toBe('parked');
      expect(await outcome(idOf(first))).toEqual([
        { code: 'newerDraft', at: await arrivalOf(idOf(second)) },
        { code: 'wordUndecided', word: 'in proof' },
      ]);
      expect(await outcome(idOf(second))).toEqual([{ code: 'draft' }]);
    });

    it('where an editor took it offline, and the service says once more that it is published', async () => {
      const first = makeDelivery({ ...STATUS, article: { status: 'published' } });
      const firstId = await send(first);
      expect(await outcome(firstId)).toEqual([{ code: 'both' }]);
      await offline(first);
      const taken = [{ code: 'draft' }, { code: 'offlineByHand' }];
      expect(await outcome(firstId)).toEqual(taken);
      const second = nextDelivery(first, { article: { title: 'Once more' } });
      const secondId = await send(second);
      expect((await api.delivery(secondId)).state).toBe('applied');
      expect(await outcome(secondId)).toEqual(taken);
      // A newer draft is no news about the publication.
      await send(revised(second));
      expect((await outcome(secondId)).map(({ code }) => code)).toEqual([
        'newerDraft',
        'offlineByHand',
      ]);
      await site.strapi.documents(ARTICLE).publish({ documentId: await documentOf(first) });
      await site.settle();
      expect((await outcome(secondId)).map(({ code }) => code)).toEqual([
        'newerDraft',
        'publicByHand',
      ]);
    });

    it('where it takes the article offline, with its changes or without', async () => {
      const first = makeDelivery({ ...STATUS, article: { status: 'published' } });
      await send(first);
      const archived = nextDelivery(first, { article: { status: 'archived' } });
      expect(await outcome(await send(archived))).toEqual([{ code: 'unpublished' }]);
      const again = nextDelivery(archived, { article: { status: 'published' } });
      await send(again);
      const documentId = await edit(first, { tldr: 'Ours.' });
      await site.strapi.documents(ARTICLE).publish({ documentId });
      await site.settle();
      const both = { status: 'archived', title: 'Archived', tldr: 'Theirs.' };
      const id = await send(nextDelivery(again, { article: both }));
      expect(await outcome(id)).toEqual([
        { code: 'unpublishedChanged' },
        { code: 'kept', fields: ['tldr'] },
        { code: 'suggestions', count: 1 },
      ]);
      await site.strapi.documents(ARTICLE).publish({ documentId });
      await site.settle();
      expect(await outcome(id)).toEqual([
        { code: 'draftExcept', fields: ['tldr'] },
        { code: 'publicByHand' },
        { code: 'suggestions', count: 1 },
      ]);
    });

    it('where readers have it while a newer publication waits', async () => {
      const first = makeDelivery({ ...STATUS, article: { status: 'published' } });
      const firstId = await send(first);
      await edit(first, { tldr: 'Not public yet.' });
      const held = await send(nextDelivery(first, { article: { description: 'New.' } }));
      const before = await api.delivery(firstId);
      expect(before.state).toBe('superseded');
      expect(before.outcome).toEqual([
        { code: 'public' },
        { code: 'newerDraft', at: await arrivalOf(held) },
      ]);
    });
  });

  it('stands in the list, too', async () => {
    const { body } = await api.get('/deliveries?pageSize=100');
    const { results } = body as { results: DeliveryDetail[] };
    expect(results.every(({ outcome: parts }) => parts.length > 0)).toBe(true);
  });
});
