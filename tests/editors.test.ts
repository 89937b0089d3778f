import type { DecisionPage } from '../src/plugins/article-receiver/shared/decisions';
import type { SuggestionSummary } from '../src/plugins/article-receiver/shared/suggestions';
import { adminApi } from './support/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from './support/deliveries';
import { eventually } from './support/eventually';
import { asImage, pictureBytes } from './support/images';
import { bootSite, type Site } from './support/site';

const ARTICLE = 'plugin::article-receiver.article';
const PUBLISHED = { event: 'article.status_changed' };
const RELATIONS = { heroImage: true, images: true, tags: true, campaign: true } as const;

let site: Site;
let admin: ReturnType<typeof adminApi>;

beforeAll(async () => {
  site = await bootSite();
  admin = adminApi(site);
});
afterAll(() => site?.destroy());

const articles = () => site.strapi.documents(ARTICLE);

/** Sends deliveries one after another and waits until each is projected. */
async function send(...deliveries: WireDelivery[]): Promise<string> {
  let deliveryId = '';
  for (const delivery of deliveries) {
    const { status, body } = await site.deliver(delivery);
    expect(status).toBe(202);
    deliveryId = (body as { data: { deliveryId: string } }).data.deliveryId;
    await site.settle();
  }
  return deliveryId;
}

async function version({ article }: WireDelivery, status: 'draft' | 'published') {
  return articles().findFirst({
    filters: { sourceId: article.id },
    status,
    populate: RELATIONS,
  });
}

/** The draft, which has to be there. */
async function draftOf(delivery: WireDelivery) {
  const draft = await version(delivery, 'draft');
  if (!draft) throw new Error('the article has no draft');
  return draft;
}

async function edit(delivery: WireDelivery, data: Record<string, unknown>) {
  const { documentId } = await draftOf(delivery);
  await articles().update({ documentId, data: data as never });
  return documentId;
}

async function suggestionsFor(documentId: string, state = 'open'): Promise<SuggestionSummary[]> {
  const { status, body } = await admin.get(`/suggestions?documentId=${documentId}&state=${state}`);
  expect(status).toBe(200);
  return (body as { results: SuggestionSummary[] }).results;
}

describe('a field that an editor changed', () => {
  it('is kept, while the others follow the feed', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await edit(first, { title: 'An editor’s title' });
    await send(nextDelivery(first, { article: { tldr: 'New.' } }));
    expect(await draftOf(first)).toMatchObject({ title: 'An editor’s title', tldr: 'New.' });
    expect(await suggestionsFor(documentId)).toEqual([]);
  });

  it('gets the feed’s new value as a suggestion', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await edit(first, { title: 'Edited' });
    const deliveryId = await send(nextDelivery(first, { article: { title: 'From the feed' } }));
    expect(await suggestionsFor(documentId)).toMatchObject([
      { field: 'title', value: 'From the feed', current: 'Edited', deliveryId },
    ]);
  });

  it('gets one open suggestion at a time: a newer one takes the place of an older', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await edit(first, { title: 'Edited' });
    const second = nextDelivery(first, { article: { title: 'Second' } });
    await send(second, nextDelivery(second, { article: { title: 'Third' } }));
    expect(await suggestionsFor(documentId)).toMatchObject([{ value: 'Third' }]);
    expect(await suggestionsFor(documentId, 'superseded')).toMatchObject([{ value: 'Second' }]);
  });

  it('has no suggestion any more once both agree', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await edit(first, { title: 'Edited' });
    const second = nextDelivery(first, { article: { title: 'Second' } });
    await send(second, nextDelivery(second, { article: { title: 'Edited' } }));
    expect(await suggestionsFor(documentId)).toEqual([]);
    expect(await suggestionsFor(documentId, 'gone')).toMatchObject([{ value: 'Second' }]);
  });

  it.each([
    ['shows', 'draft'],
    ['waits for a decision on its word', 'dormant'],
  ])(
    'has none either once the editor types what is offered, where the delivery %s',
    async (_, status) => {
      const first = makeDelivery({ ...PUBLISHED, article: { status } });
      await send(first);
      const documentId = await edit(first, { title: 'Edited' });
      await send(nextDelivery(first, { article: { title: 'Offered' } }));
      await edit(first, { title: 'Offered' });
      await eventually(async () => expect(await suggestionsFor(documentId)).toEqual([]));
      expect(await suggestionsFor(documentId, 'gone')).toMatchObject([{ value: 'Offered' }]);
    },
  );

  it('takes the feed’s value when the suggestion is accepted, and follows the feed again', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await edit(first, { title: 'Edited' });
    const second = nextDelivery(first, { article: { title: 'Second' } });
    await send(second);
    const [suggestion] = await suggestionsFor(documentId);
    const answer = await admin.post(`/suggestions/${suggestion?.id}/accept`);
    expect(answer.body).toMatchObject({ data: { state: 'accepted', decidedBy: 'Ada Admin' } });
    expect(await draftOf(first)).toMatchObject({ title: 'Second' });
    await send(nextDelivery(second, { article: { title: 'Third' } }));
    expect(await draftOf(first)).toMatchObject({ title: 'Third' });
    expect((await admin.post(`/suggestions/${suggestion?.id}/accept`)).status).toBe(409);
  });

  it('is not offered the same value again after a rejection, but a newer one', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await edit(first, { title: 'Edited' });
    const second = nextDelivery(first, { article: { title: 'Second' } });
    await send(second);
    const [suggestion] = await suggestionsFor(documentId);
    await admin.post(`/suggestions/${suggestion?.id}/reject`);
    const third = nextDelivery(second, { article: { tldr: 'Other.' } });
    await send(third);
    expect(await suggestionsFor(documentId)).toEqual([]);
    expect(await draftOf(first)).toMatchObject({ title: 'Edited', tldr: 'Other.' });
    await send(nextDelivery(third, { article: { title: 'Fourth' } }));
    expect(await suggestionsFor(documentId)).toMatchObject([{ value: 'Fourth' }]);
    // The newer offer took the place of the one that was declined: that is no longer a question.
    const { body } = await admin.get('/decisions');
    const [declined] = (body as DecisionPage).results;
    expect(declined).toMatchObject({ kind: 'suggestion', choice: 'rejected' });
    expect((await admin.post(`/decisions/${declined?.id}/undo`)).status).toBe(409);
  });

  it('may be a relation or an image', async () => {
    const bytes = await pictureBytes({ color: '#101010' });
    const image = asImage(bytes, { url: 'https://cdn.example.com/a.png', kind: 'hero' });
    const hero = { images: [image], heroImageUrl: image.url };
    const first = makeDelivery({ article: { tags: ['one', 'two'], ...hero } });
    await send(first);
    const documentId = await edit(first, { tags: [], heroImage: null });
    const second = nextDelivery(first, { article: { tags: ['three'], tldr: 'x' } });
    await send(second);
    const draft = await draftOf(first);
    expect(draft.tags).toEqual([]);
    expect(draft.heroImage).toBeNull();
    expect(draft.tldr).toBe('x');
    const open = await suggestionsFor(documentId);
    expect(open.map(({ field }) => field)).toEqual(['tags']);
    await admin.post(`/suggestions/${open[0]?.id}/accept`);
    expect((await draftOf(first)).tags).toMatchObject([{ name: 'three' }]);
  });

  it('has nothing made for it that is only offered, until somebody wants it', async () => {
    const first = makeDelivery({ article: { tags: ['kept'] } });
    await send(first);
    const documentId = await edit(first, { tags: [], campaign: null });
    const campaignId = `cmp_${first.article.id}`;
    const campaign = { ...first.article.campaign, id: campaignId };
    const tags = [`offered ${documentId}`, 'kept'];
    const second = nextDelivery(first, { article: { tags, campaignId, campaign } });
    await send(second);
    const count = (name: string, where: object) =>
      site.strapi.db.query(`plugin::article-receiver.${name}`).count({ where });
    expect(await count('tag', { name: tags[0] })).toBe(0);
    expect(await count('campaign', { sourceId: campaignId })).toBe(0);
    const open = await suggestionsFor(documentId);
    expect(open.map(({ field }) => field).sort()).toEqual(['campaign', 'tags']);
    const offered = open.find(({ field }) => field === 'tags');
    expect(Object.values(offered?.labels ?? {}).sort()).toEqual(['kept', tags[0]]);
    await send(nextDelivery(second, { article: { tldr: 'Newer.' } }));
    expect(await suggestionsFor(documentId)).toHaveLength(2);

    expect((await admin.post(`/suggestions/${offered?.id}/accept`)).status).toBe(200);
    expect((await draftOf(first)).tags).toMatchObject([{ name: tags[0] }, { name: 'kept' }]);
    expect(await count('campaign', { sourceId: campaignId })).toBe(0);
    expect((await suggestionsFor(documentId)).map(({ field }) => field)).toEqual(['campaign']);
  });

  it('is not offered what the service said before because somebody deleted a tag of it', async () => {
    const tags = () => site.strapi.documents('plugin::article-receiver.tag');
    const remove = async (name: string) => {
      const { documentId = '' } = (await tags().findFirst({ filters: { name } })) ?? {};
      await tags().delete({ documentId });
      await site.settle();
    };
    const first = makeDelivery({ article: { tags: ['stays', 'goes'] } });
    await send(first);
    const documentId = await edit(first, { tags: [] });
    await remove('goes');
    const second = nextDelivery(first, { article: { tldr: 'Newer.' } });
    await send(second);
    expect(await suggestionsFor(documentId)).toEqual([]);

    // What it says anew is one offer, also when another article has the tag made again, and one answer.
    const third = nextDelivery(second, { article: { tags: ['goes'] } });
    await send(third);
    const open = await suggestionsFor(documentId);
    expect(open.map(({ labels }) => Object.values(labels))).toEqual([['goes']]);
    const user = makeDelivery({ article: { tags: ['goes'] } });
    await send(user, nextDelivery(third, { article: { tldr: 'Newest.' } }));
    expect((await suggestionsFor(documentId)).map(({ id }) => id)).toEqual([open[0]?.id]);
    await remove('goes');
    expect((await admin.post(`/suggestions/${open[0]?.id}/reject`)).status).toBe(200);
    await send(nextDelivery(third, { article: { tldr: 'As before.' } }));
    expect(await suggestionsFor(documentId)).toEqual([]);
    await send(nextDelivery(user), nextDelivery(third, { article: { tldr: 'As ever.' } }));
    expect(await suggestionsFor(documentId)).toEqual([]);
  });

  it('may be the slug: the editor’s stays, the feed’s is remembered', async () => {
    const first = makeDelivery({ article: { slug: 'as-delivered-once' } });
    await send(first);
    await edit(first, { slug: 'as-edited' });
    await send(nextDelivery(first, { article: { tldr: 'x' } }));
    expect(await draftOf(first)).toMatchObject({
      slug: 'as-edited',
      previousSlugs: ['as-delivered-once'],
    });
  });
});

describe('publication by hand', () => {
  const publish = (delivery: WireDelivery, changes: Partial<WireDelivery['article']> = {}) =>
    nextDelivery(delivery, { ...PUBLISHED, article: { status: 'published', ...changes } });

  it('stays when an editor unpublished, until the feed’s word changes', async () => {
    const first = makeDelivery();
    const second = publish(first);
    await send(first, second);
    const { documentId } = await draftOf(first);
    await articles().unpublish({ documentId });
    const third = publish(second, { tldr: 'Revised.' });
    await send(third);
    expect(await version(first, 'published')).toBeNull();
    expect(await draftOf(first)).toMatchObject({ tldr: 'Revised.' });
    const archived = nextDelivery(third, { ...PUBLISHED, article: { status: 'archived' } });
    await send(archived, publish(archived));
    expect(await version(first, 'published')).toMatchObject({ tldr: 'Revised.' });
  });

  it('stays when an editor published and the feed never spoke of it', async () => {
    const first = makeDelivery();
    await send(first);
    const { documentId } = await draftOf(first);
    await articles().publish({ documentId });
    await send(nextDelivery(first, { article: { tldr: 'Newer.' } }));
    expect(await version(first, 'published')).toMatchObject({ tldr: first.article.tldr });
    expect(await draftOf(first)).toMatchObject({ tldr: 'Newer.' });
  });

  it('stays when an editor published again what the feed had archived', async () => {
    const first = makeDelivery();
    const second = publish(first);
    const third = nextDelivery(second, { ...PUBLISHED, article: { status: 'archived' } });
    await send(first, second, third);
    const { documentId } = await draftOf(first);
    await articles().publish({ documentId });
    await send(nextDelivery(third, { article: { tldr: 'Still archived.' } }));
    expect(await version(first, 'published')).not.toBeNull();
  });

  it('leaves the draft where the service took offline what an editor wants it to be again', async () => {
    const first = makeDelivery();
    const second = publish(first);
    await send(first, second);
    const documentId = await edit(first, { title: 'Theirs' });
    await send(nextDelivery(second, { ...PUBLISHED, article: { status: 'archived' } }));
    // As the Content Manager does after it saw the article published.
    await articles().discardDraft({ documentId });
    expect(await draftOf(first)).toMatchObject({ documentId, title: 'Theirs' });
  });

  describe('with unpublished edits in the draft', () => {
    /** A published article whose draft an editor changed, and the feed’s next version of it. */
    async function held() {
      const first = makeDelivery();
      const second = publish(first);
      await send(first, second);
      const documentId = await edit(first, { title: 'Not ready yet' });
      const third = publish(second, { tldr: 'Revised.' });
      const deliveryId = await send(third);
      return { first, third, documentId, deliveryId };
    }

    it('is held, and says why', async () => {
      const { first, deliveryId } = await held();
      expect(await version(first, 'published')).toMatchObject({
        title: first.article.title,
        tldr: first.article.tldr,
      });
      expect(await draftOf(first)).toMatchObject({ title: 'Not ready yet', tldr: 'Revised.' });
      const delivery = await admin.delivery(deliveryId);
      expect(delivery.state).toBe('parked');
      expect(delivery.reason).toContain('title');
    });

    it('goes out when it is released, with the editor’s changes', async () => {
      const { first, documentId, deliveryId } = await held();
      expect((await admin.post(`/articles/${documentId}/release`)).status).toBe(202);
      await site.settle();
      expect(await version(first, 'published')).toMatchObject({
        title: 'Not ready yet',
        tldr: 'Revised.',
      });
      expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
    });

    it('is dropped when it is discarded: what is published stays', async () => {
      const { first, documentId, deliveryId } = await held();
      expect((await admin.post(`/articles/${documentId}/discard`)).status).toBe(202);
      await site.settle();
      expect(await version(first, 'published')).toMatchObject({ tldr: first.article.tldr });
      expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
      expect((await admin.post(`/articles/${documentId}/release`)).status).toBe(404);
    });

    it('goes out once what it waits for is taken over from the feed', async () => {
      const { first, third, documentId, deliveryId } = await held();
      const fourth = publish(third, { title: 'Theirs' });
      const id = await send(fourth);
      expect(await admin.delivery(id)).toMatchObject({ state: 'parked' });
      const [offered] = await suggestionsFor(documentId);
      await admin.post(`/suggestions/${offered?.id}/accept`);
      await site.settle();
      expect(await version(first, 'published')).toMatchObject({
        title: 'Theirs',
        tldr: 'Revised.',
      });
      expect(await admin.delivery(id)).toMatchObject({ state: 'applied' });
      expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'superseded' });
    });

    it('is settled by what an editor commits, and not by what is rolled back', async () => {
      const { documentId, deliveryId } = await held();
      const warnings = jest.spyOn(site.strapi.log, 'warn');
      const failed = site.strapi.db.transaction(async () => {
        await articles().publish({ documentId });
        throw new Error('rolled back');
      });
      await expect(failed).rejects.toThrow('rolled back');
      await site.settle();
      expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'parked' });
      await site.strapi.db.transaction(async () => {
        await articles().publish({ documentId });
      });
      await eventually(async () => {
        expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
      });
      expect(warnings.mock.calls).toEqual([]);
      warnings.mockRestore();
    });

    it('is settled when the editor publishes', async () => {
      const { documentId, deliveryId } = await held();
      await articles().publish({ documentId });
      await eventually(async () => {
        expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
      });
    });

    it('is settled when the editor drops the changes', async () => {
      const { first, documentId, deliveryId } = await held();
      await articles().discardDraft({ documentId });
      await eventually(async () => {
        expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'applied' });
      });
      // Nothing of theirs is left that could go out with it: it does.
      expect(await version(first, 'published')).toMatchObject({
        title: first.article.title,
        tldr: 'Revised.',
      });
      expect((await admin.delivery(deliveryId)).outcome).toEqual([{ code: 'both' }]);
    });

    it('has what the service says by now where the editor drops the changes', async () => {
      const first = makeDelivery();
      const second = publish(first);
      await send(first, second);
      const documentId = await edit(first, { title: 'Not ready yet' });
      const ready = nextDelivery(second, {
        event: 'article.ready',
        article: { status: 'draft', tldr: 'Revised.' },
      });
      const id = await send(ready);
      await articles().discardDraft({ documentId });
      await eventually(async () => {
        expect(await draftOf(first)).toMatchObject({
          title: first.article.title,
          tldr: 'Revised.',
        });
      });
      expect((await admin.delivery(id)).outcome).toEqual([{ code: 'draft' }]);
    });

    it('keeps what the editor published where they drop what they accepted since', async () => {
      const first = makeDelivery();
      await send(first);
      const documentId = await edit(first, { title: 'Theirs' });
      await articles().publish({ documentId });
      await send(nextDelivery(first, { article: { title: 'The service’s' } }));
      const [offered] = await suggestionsFor(documentId);
      await admin.post(`/suggestions/${offered?.id}/accept`);
      await articles().discardDraft({ documentId });
      await eventually(async () => {
        expect(await suggestionsFor(documentId)).toMatchObject([{ value: 'The service’s' }]);
      });
      expect(await draftOf(first)).toMatchObject({ title: 'Theirs' });
    });

    it('lets out what was looked at, and nothing that came after it', async () => {
      const { first, third, documentId } = await held();
      const runner = site.strapi
        .plugin('article-receiver')
        .service<{ start(): void; stop(): Promise<void> }>('runner');
      await runner.stop();
      expect((await admin.post(`/articles/${documentId}/release`)).status).toBe(202);
      const { body } = await site.deliver(publish(third, { tldr: 'Not looked at.' }));
      const { deliveryId } = (body as { data: { deliveryId: string } }).data;
      runner.start();
      await site.settle();
      expect(await version(first, 'published')).toMatchObject({ title: first.article.title });
      expect(await admin.delivery(deliveryId)).toMatchObject({ state: 'parked' });
    });

    it('is not held for an article that is not published', async () => {
      const first = makeDelivery();
      await send(first);
      await edit(first, { title: 'Edited before' });
      await send(publish(first));
      expect(await version(first, 'published')).toMatchObject({ title: 'Edited before' });
    });
  });
});

describe('a publication of an older delivery, which came late', () => {
  it('leaves an editor’s field alone, in the draft and in what it publishes', async () => {
    const older = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    const newer = nextDelivery(older, {
      event: 'article.ready',
      article: { status: 'draft', tldr: 'Newer.' },
    });
    await send(newer);
    await edit(newer, { title: 'An editor’s title' });
    await send(older);
    expect(await version(older, 'published')).toMatchObject({
      title: 'An editor’s title',
      tldr: older.article.tldr,
    });
    expect(await draftOf(older)).toMatchObject({ title: 'An editor’s title', tldr: 'Newer.' });
  });
});

describe('what was deleted', () => {
  it('stays deleted when an editor deleted the article; a redrive brings it back', async () => {
    const first = makeDelivery();
    await send(first);
    const { documentId } = await draftOf(first);
    await articles().delete({ documentId });
    const deliveryId = await send(nextDelivery(first, { article: { tldr: 'Newer.' } }));
    expect(await version(first, 'draft')).toBeNull();
    const delivery = await admin.delivery(deliveryId);
    expect(delivery.state).toBe('parked');
    expect(delivery.reason).toContain('deleted');
    await admin.post(`/deliveries/${deliveryId}/redrive`);
    await site.settle();
    expect(await draftOf(first)).toMatchObject({ tldr: 'Newer.', documentId });
  });

  it('comes back to the Media Library and the article when a file was deleted', async () => {
    const bytes = await pictureBytes({ color: '#202020' });
    const image = asImage(bytes, { url: 'https://cdn.example.com/b.png', kind: 'hero' });
    const first = makeDelivery({ article: { images: [image], heroImageUrl: image.url } });
    await send(first);
    const { heroImage } = await draftOf(first);
    await site.strapi.plugin('upload').service('upload').remove(heroImage);
    expect((await draftOf(first)).heroImage).toBeNull();
    await send(nextDelivery(first, { article: { tldr: 'x' } }));
    const draft = await draftOf(first);
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
    await send(first);
    const { documentId, tags } = await draftOf(first);
    const tagDocuments = site.strapi.documents('plugin::article-receiver.tag');
    const own = await tagDocuments.create({
      data: { name: `own ${Date.now()}`, slug: `own-${Date.now()}` } as never,
    });
    const chosen = [tags?.[0]?.documentId, own.documentId];
    await articles().update({ documentId, data: { tags: { set: chosen } } as never });
    const merged = tags?.[1]?.documentId ?? '';
    await tagDocuments.delete({ documentId: merged });
    await send(nextDelivery(first, { article: { tldr: 'x' } }));
    const ids = (await draftOf(first)).tags?.map((tag: { documentId: string }) => tag.documentId);
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
    await send(first);
    const { documentId, heroImage } = await draftOf(first);
    await articles().update({ documentId, data: { heroImage: null } as never });
    await articles().publish({ documentId });
    await site.strapi.plugin('upload').service('upload').remove(heroImage);
    await send(nextDelivery(first, { event: 'article.status_changed', article: { tldr: 'x' } }));
    expect(await draftOf(first)).toMatchObject({ tldr: 'x', heroImage: null });
    expect(await version(first, 'published')).toMatchObject({ heroImage: null });
  });

  it('comes back when it was a media asset, a tag or the campaign', async () => {
    const bytes = await pictureBytes({ color: '#303030' });
    const image = asImage(bytes, { url: 'https://cdn.example.com/c.png' });
    const first = makeDelivery({ article: { images: [image], tags: ['only here'] } });
    await send(first);
    const { images, tags, campaign } = await draftOf(first);
    const remove = (name: string, documentId = '') =>
      site.strapi.documents(`plugin::article-receiver.${name}` as never).delete({ documentId });
    await remove('media-asset', images?.[0]?.documentId);
    await remove('tag', tags?.[0]?.documentId);
    await remove('campaign', campaign?.documentId);
    await send(nextDelivery(first, { article: { tldr: 'x' } }));
    const draft = await draftOf(first);
    expect(draft.images).toMatchObject([{ documentId: images?.[0]?.documentId }]);
    expect(draft.tags).toMatchObject([{ name: 'only here' }]);
    expect(draft.campaign).toMatchObject({ documentId: campaign?.documentId });
  });
});
