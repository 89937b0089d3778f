import type { ArticleOrigin } from '../../src/plugins/article-receiver/shared/articles/articles';
import type { DecisionPage } from '../../src/plugins/article-receiver/shared/decisions/decisions';
import type {
  WaitingItem,
  WaitingPage,
} from '../../src/plugins/article-receiver/shared/decisions/waiting';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { asImage } from '../support/feed/images';
import { OWN_TYPES, POST, POST_TARGET } from '../support/articles/own-types';
import { ownPosts } from '../support/articles/own-posts';
import { administratorAs, administratorWith, withEntries } from '../support/people/people';
import { eventually } from '../support/eventually';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const STATUS = { event: 'article.status_changed' };
const published = { ...STATUS, article: { status: 'published' } };

let site: Site;
let admin: ReturnType<typeof adminApi>;
afterAll(() => site?.destroy());

const send = (delivery: WireDelivery): Promise<string> => arrive(site, delivery);

/** What is asked for in the name of somebody. */
function as(session: string) {
  const call = async <T>(method: 'get' | 'post', path: string): Promise<[number, T]> => {
    const { status, body } = await site.request[method](`/article-receiver${path}`)
      .set('Authorization', `Bearer ${session}`)
      .send();
    return [status, body as T];
  };
  return {
    waiting: async () => (await call<WaitingPage>('get', '/waiting'))[1],
    decisions: async () => (await call<DecisionPage>('get', '/decisions'))[1].results,
    undo: async (id: number | undefined) => {
      const [status] = await call('post', `/decisions/${id}/undo`);
      await site.settle();
      return status;
    },
  };
}

const kinds = (item: WaitingItem | undefined) => item?.waits.map(({ kind }) => kind);

describe('what waits', () => {
  let owner: ReturnType<typeof as>;
  /** A published article with suggestions for title and TL;DR, and a held publication. */
  let first: WireDelivery;
  let documentId: string;
  let held: string;

  beforeAll(async () => {
    site = await bootSite();
    admin = adminApi(site);
    owner = as(await site.adminToken());
  });
  beforeEach(async () => {
    first = makeDelivery(published);
    await send(first);
    documentId = (await shownArticle(site, first.article.id, 'draft'))?.documentId ?? '';
    const data = { title: 'Ours', tldr: 'Ours.' };
    await site.strapi.documents(ARTICLE).update({ documentId, data: data as never });
    held = await send(nextDelivery(first, { article: { title: 'Theirs', tldr: 'Theirs.' } }));
  });

  it('is one line an article, newest first, with counts of all', async () => {
    const before = (await owner.waiting()).counts;
    const word = { ...STATUS, article: { title: 'Unknown', status: 'in translation' } };
    const parked = await send(makeDelivery(word));
    const { body } = await site.deliver('{"event": "article.ready"');
    await site.settle();
    const { results, counts, pagination } = await owner.waiting();
    expect(results.map(kinds).slice(0, 3)).toEqual([
      ['quarantined'],
      ['word'],
      ['suggestions', 'held'],
    ]);
    const [unread, unknown, article] = results;
    expect(unread).toMatchObject({ documentId: null, title: null });
    expect(unread?.waits[0]?.deliveryId).toBe(body.error?.details?.deliveryId);
    expect(unknown).toMatchObject({
      title: 'Unknown',
      waits: [{ deliveryId: parked, reasonCode: 'statusUnmapped' }],
    });
    expect(article).toMatchObject({
      documentId,
      contentType: ARTICLE,
      title: 'Ours',
      waits: [{ count: 2 }, { count: 1, deliveryId: held }],
    });
    expect(counts).toMatchObject({
      suggestions: before.suggestions,
      held: before.held,
      word: before.word + 1,
      quarantined: before.quarantined + 1,
    });
    expect(pagination.total).toBe(results.length);
    const { body: status } = await admin.get('/status');
    const states = (status as { counts: Record<string, number> }).counts;
    expect([counts.quarantined, counts.failed]).toEqual([states.quarantined, states.failed]);
    expect(counts.held + counts.refused + counts.word + counts.parked).toBe(states.parked);
  });

  it('is shown to each as far as they may decide', async () => {
    await send(makeDelivery({ ...STATUS, article: { status: 'in translation' } }));
    const of = async (session: string) =>
      kinds((await as(session).waiting()).results.find((one) => one.documentId === documentId));
    const editor = await administratorAs(site, 'strapi-editor');
    expect(await of(editor)).toEqual(['suggestions', 'held']);
    expect((await as(editor).waiting()).counts).toMatchObject({ word: 0, quarantined: 0 });

    const properties = { fields: ['tldr'] };
    const writer = withEntries(ARTICLE, ['read', 'update'], { properties });
    const { results } = await as(await administratorWith(site, writer)).waiting();
    expect(results.find((one) => one.documentId === documentId)?.waits).toMatchObject([
      { kind: 'suggestions', count: 1 },
    ]);
    const reader = as(await administratorWith(site, ['plugin::article-receiver.deliveries.read']));
    const { counts, ...seen } = await reader.waiting();
    expect(counts).toMatchObject({ suggestions: 0, held: 0 });
    expect(counts.word).toBeGreaterThan(0);
    // A reader of the log may not open the articles themselves.
    expect(seen.results.every((one) => one.documentId === null)).toBe(true);
    expect(seen.articles).toBe(0);
    expect((await as(await administratorWith(site, [])).waiting()).results).toEqual([]);
  });

  it('is what the list of articles leaves over for each, and no more', async () => {
    const word = makeDelivery({ ...STATUS, article: { status: 'in translation' } });
    await send(word);
    const parked = (await shownArticle(site, word.article.id, 'draft'))?.documentId;
    const listed = async (session: string, filters = 'needsAttention][$eq]=true') => {
      const { body } = await site.request
        .get(
          `/content-manager/collection-types/${ARTICLE}?pageSize=100&filters[$and][0][${filters}`,
        )
        .set('Authorization', `Bearer ${session}`);
      const { results, pagination } = body as {
        results: { documentId: string }[];
        pagination: { total: number };
      };
      expect(pagination.total).toBe(results.length);
      return results.map((one) => one.documentId);
    };
    const editor = await administratorAs(site, 'strapi-editor');
    const { articles, pagination } = await as(editor).waiting();
    const left = await listed(editor);
    expect(left).toContain(documentId);
    expect(left).not.toContain(parked);
    expect([articles, pagination.total]).toEqual([left.length, left.length]);
    expect(await listed(editor, `title][$eq]=${word.article.title}`)).toEqual([parked]);
    const all = await listed(await site.adminToken());
    expect(all).toEqual(expect.arrayContaining([documentId, parked]));
    expect((await owner.waiting()).articles).toBe(all.length);
  });

  it('is told beside the article to those, too, who may not decide it', async () => {
    const article = {
      status: 'in translation',
      images: [asImage(Buffer.from('no'), { alt: 'A' })],
    };
    const word = makeDelivery({ ...STATUS, article });
    const deliveryId = await send(word);
    const { documentId: id } = (await shownArticle(site, word.article.id, 'draft')) ?? {};
    const origin = async (session: string) => {
      const { body } = await site.request
        .get(`/article-receiver/articles/${id}`)
        .set('Authorization', `Bearer ${session}`);
      return (body as { data: ArticleOrigin }).data;
    };
    const question = { kind: 'word', count: 1, reasonCode: 'statusUnmapped' };
    const seen = await origin(await administratorAs(site, 'strapi-editor'));
    expect(seen.questions).toMatchObject([{ ...question, deliveryId: null }]);
    expect(seen.lostImages).toMatchObject([{ name: 'A', issue: { code: 'imageRefused' } }]);
    expect((await origin(await site.adminToken())).questions).toMatchObject([
      { ...question, deliveryId },
    ]);
  });

  it('is gone once it is decided, which is kept with who did, and can be taken back', async () => {
    const offers = await admin.suggestionsOf(documentId);
    const idOf = (field: string) => offers.find((one) => one.field === field)?.id;
    await admin.post(`/suggestions/${idOf('title')}/reject`);
    await admin.post(`/suggestions/${idOf('tldr')}/accept`);
    await admin.post(`/articles/${documentId}/discard`);
    await site.settle();
    const mine = async () =>
      (await owner.waiting()).results.find((one) => one.documentId === documentId);
    expect(await mine()).toBeUndefined();

    const [publication, tldr, title] = await owner.decisions();
    expect(publication).toMatchObject({
      kind: 'publication',
      choice: 'discard',
      decidedBy: 'Ada Admin',
      deliveryId: held,
      documentId,
      canUndo: true,
    });
    expect(tldr).toMatchObject({ choice: 'accepted', subject: 'tldr', canUndo: false });
    expect(title).toMatchObject({ choice: 'rejected', subject: 'title', canUndo: true });

    expect(await owner.undo(tldr?.id)).toBe(409);
    expect(await owner.undo(title?.id)).toBe(202);
    expect(await mine()).toMatchObject({ waits: [{ kind: 'suggestions', count: 1 }] });
    expect(await owner.undo(publication?.id)).toBe(202);
    expect(kinds(await mine())).toEqual(['suggestions', 'held']);
    expect(await owner.undo(publication?.id)).toBe(409);
    const [ask, offered] = await owner.decisions();
    expect([ask?.choice, offered?.choice]).toEqual(['ask', 'offered']);
    // Released now, it is published.
    await admin.post(`/articles/${documentId}/release`);
    await site.settle();
    expect(await shownArticle(site, first.article.id, 'published')).toMatchObject({
      title: 'Ours',
    });
  });

  it('is taken back by those who may decide, and seen by those who may read', async () => {
    await admin.post(`/articles/${documentId}/discard`);
    await site.settle();
    const writer = as(await administratorWith(site, withEntries(ARTICLE, ['read', 'update'])));
    const [seen] = await writer.decisions();
    expect(seen).toMatchObject({ kind: 'publication', canUndo: false, deliveryId: null });
    expect(await writer.undo(seen?.id)).toBe(403);
    const reader = ['plugin::article-receiver.deliveries.read'];
    const [told] = await as(await administratorWith(site, reader)).decisions();
    expect(told).toMatchObject({ kind: 'publication', documentId: null, deliveryId: held });
    expect(await as(await administratorWith(site, [])).decisions()).toEqual([]);
  });

  it('is left for good, and said so, until somebody applies it again', async () => {
    expect((await admin.post(`/deliveries/${held}/leave`)).status).toBe(202);
    await site.settle();
    const outcome = async () => (await admin.delivery(held)).outcome;
    expect((await outcome()).at(-1)).toEqual({
      code: 'notPublished',
      name: 'Ada Admin',
      at: expect.any(String),
    });
    await admin.post('/rebuild');
    await site.settle();
    expect((await admin.delivery(held)).state).toBe('applied');
    expect(await shownArticle(site, first.article.id, 'published')).not.toMatchObject({
      tldr: 'Ours.',
    });
    await admin.redrive(held);
    expect(await admin.delivery(held)).toMatchObject({
      state: 'parked',
      reasonCode: 'publicationHeld',
    });
    // With nothing in its way any more, the same delivery publishes.
    await site.strapi.documents(ARTICLE).discardDraft({ documentId });
    // What follows an editor's commit follows it.
    await eventually(async () =>
      expect(await admin.delivery(held)).toMatchObject({ state: 'applied' }),
    );
  });

  it('is a left event, with who left it and when', async () => {
    const id = await send(nextDelivery(first, { event: 'article.sung' }));
    await admin.post(`/deliveries/${id}/leave`);
    await site.settle();
    expect((await admin.delivery(id)).outcome).toEqual([
      { code: 'left', name: 'Ada Admin', at: expect.any(String) },
    ]);
    const [left] = await owner.decisions();
    expect(left).toMatchObject({ kind: 'delivery', choice: 'leave', canUndo: true });
    expect(await owner.undo(left?.id)).toBe(202);
    expect((await admin.delivery(id)).state).toBe('parked');
  });

  it('is not a deleted article: its deliveries say who deleted it', async () => {
    const alone = makeDelivery();
    const id = await send(alone);
    const entry = (await shownArticle(site, alone.article.id, 'draft'))?.documentId ?? '';
    const { status } = await site.request
      .delete(`/content-manager/collection-types/${ARTICLE}/${entry}`)
      .set('Authorization', `Bearer ${await site.adminToken()}`);
    expect(status).toBe(200);
    const deleted = { code: 'deletedHere', name: 'Ada Admin', at: expect.any(String) };
    expect((await admin.delivery(id)).outcome).toEqual([deleted]);
    const asked = await send(nextDelivery(alone, { article: { title: 'Asked' } }));
    expect((await admin.delivery(asked)).outcome).toEqual([deleted]);
    await admin.redrive(asked);
    expect((await admin.delivery(asked)).outcome).toEqual([{ code: 'draft' }]);
    const [again] = await owner.decisions();
    expect(again).toMatchObject({ kind: 'article', choice: 'delete', decidedBy: 'Ada Admin' });
  });

  it('is what somebody decided about a word', async () => {
    const id = await send(makeDelivery({ ...STATUS, article: { status: 'dormant' } }));
    await admin.post(`/deliveries/${id}/decide`, { effect: 'ignore' });
    const [word] = await owner.decisions();
    expect(word).toMatchObject({
      kind: 'word',
      choice: 'ignore',
      subject: 'dormant',
      decidedBy: 'Ada Admin',
      canUndo: false,
    });
  });
});

describe('what waits on a type of the site’s own', () => {
  it('is found with its title and locale', async () => {
    await site.destroy();
    const fields: Record<string, unknown> = { ...POST_TARGET.fields };
    delete fields.changedAt;
    site = await bootSite({
      types: OWN_TYPES,
      pluginConfig: { target: { type: POST, fields } },
    });
    const posts = ownPosts(site);
    const first = makeDelivery();
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    await posts.edit(documentId, { title: 'Ours' });
    await posts.send(nextDelivery(first, { article: { title: 'Theirs' } }));
    const session = await administratorWith(
      site,
      withEntries(POST, ['read', 'update'], { properties: { locales: ['en'] } }),
    );
    const editor = as(session);
    expect((await editor.waiting()).results).toMatchObject([
      { documentId, contentType: POST, locale: 'en', title: 'Ours', waits: [{ count: 1 }] },
    ]);
  });
});
