import { adminApi } from '../support/people/admin-api';
import { contentManager } from '../support/people/content-manager';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { arriveInTurn } from '../support/feed/event-log';
import { eventually } from '../support/eventually';
import { administratorWith, withEntries } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';

let site: Site;
let admin: ReturnType<typeof adminApi>;
let forms: ReturnType<typeof contentManager>;

beforeAll(async () => {
  site = await bootSite();
  admin = adminApi(site);
  forms = contentManager(site, ARTICLE);
});
afterAll(() => site?.destroy());

const send = (...deliveries: WireDelivery[]): Promise<string> => arriveInTurn(site, ...deliveries);

async function version({ article }: WireDelivery, status: 'draft' | 'published' = 'draft') {
  const found = await site.strapi
    .documents(ARTICLE)
    .findFirst({ filters: { sourceId: article.id }, status, populate: { tags: true } });
  if (!found) throw new Error(`the article has no ${status} version`);
  return found;
}

const heldFields = async (documentId: string): Promise<string[]> =>
  ((await admin.get(`/articles/${documentId}`)).body as { data: { heldFields: string[] } }).data
    .heldFields;

/** What the Content Manager does with a version of its history, which is a feature that is paid for. */
async function restore(documentId: string, version: Record<string, unknown>): Promise<void> {
  const data = { ...version, id: undefined, updatedAt: undefined };
  const request = { params: { versionId: '1' }, request: { body: {}, headers: {} } };
  await site.strapi.requestContext.run(request as never, async () => {
    await site.strapi.documents(ARTICLE).update({ documentId, data: data as never });
  });
}

/** An article whose form was opened, and the delivery that came in while it was open. */
async function opened(changes: Partial<WireDelivery['article']>) {
  const first = makeDelivery();
  await send(first);
  const { documentId } = await version(first);
  const form = await forms.open(documentId);
  const second = nextDelivery(first, { article: changes });
  await send(second);
  return { first, second, form, documentId };
}

describe('a form that was open while a delivery arrived', () => {
  it('saves what the editor changed, and keeps what the service did', async () => {
    const changes = { tldr: 'Newer.', description: 'Newer too.', keywords: ['new'] };
    const { first, second, form, documentId } = await opened(changes);
    await forms.save(form, { author: 'Edith' });
    expect(await version(first)).toMatchObject({ author: 'Edith', ...changes });
    expect(await heldFields(documentId)).toEqual(['author']);
    const third = nextDelivery(second, { article: { tldr: 'Newest.', keywords: ['newest'] } });
    await send(third);
    expect(await version(first)).toMatchObject({ tldr: 'Newest.', keywords: ['newest'] });
    expect(await admin.suggestionsOf(documentId)).toEqual([]);
  });

  it('does so several deliveries later, and when nothing was changed in it', async () => {
    const { first, second, form, documentId } = await opened({ tldr: 'Second.' });
    const third = nextDelivery(second, { article: { tldr: 'Third.', wordCount: 99 } });
    await send(third);
    await forms.save(form, {});
    expect(await version(first)).toMatchObject({ tldr: 'Third.', wordCount: 99 });
    expect(await heldFields(documentId)).toEqual([]);
  });

  it('publishes what the service wrote, when it is published', async () => {
    const { first, form } = await opened({ tldr: 'Newer.' });
    await forms.save(form, { author: 'Edith' }, { publish: true });
    expect(await version(first, 'published')).toMatchObject({ author: 'Edith', tldr: 'Newer.' });
  });

  it('adds a tag to those that the service gives now', async () => {
    const { first, form } = await opened({ tags: ['tea'] });
    const tag = await site.strapi
      .documents('plugin::article-receiver.tag')
      .create({ data: { name: 'ours', slug: 'ours' } as never });
    const connect = [{ documentId: tag.documentId }];
    await forms.save(form, { tags: { connect, disconnect: [] } });
    const tags = (await version(first)).tags as unknown as { name: string }[];
    expect(tags.map(({ name }) => name).sort()).toEqual(['ours', 'tea']);
  });

  it('has the service’s value beside the editor’s where both changed one', async () => {
    const { first, form, documentId } = await opened({ tldr: 'Of the service.', author: 'S' });
    await forms.save(form, { tldr: 'Of the editor.' });
    await site.settle();
    expect(await version(first)).toMatchObject({ tldr: 'Of the editor.', author: 'S' });
    await eventually(async () => {
      const offers = await admin.suggestionsOf(documentId);
      expect(offers).toMatchObject([{ field: 'tldr', value: 'Of the service.' }]);
    });
  });

  it('brings no suggestion back that was accepted meanwhile', async () => {
    const first = makeDelivery();
    await send(first);
    const { documentId } = await version(first);
    await forms.save(await forms.open(documentId), { tldr: 'Edited.' });
    await send(nextDelivery(first, { article: { tldr: 'Offered.' } }));
    const form = await forms.open(documentId);
    const [offer] = await admin.suggestionsOf(documentId);
    expect((await admin.post(`/suggestions/${offer?.id}/accept`)).status).toBe(200);
    await forms.save(form, { author: 'Edith' });
    expect(await version(first)).toMatchObject({ author: 'Edith', tldr: 'Offered.' });
  });
});

describe('a form of somebody who may see but a few fields', () => {
  const formsWith = async (...fields: string[]) => {
    const rights = withEntries(ARTICLE, ['read', 'update'], { properties: { fields } });
    return contentManager(site, ARTICLE, await administratorWith(site, rights));
  };

  it('keeps what the service changed, also where it changed all of them', async () => {
    const first = makeDelivery();
    await send(first);
    const { documentId } = await version(first);
    const theirs = await formsWith('title', 'tldr');
    const form = await theirs.open(documentId);
    expect(form).not.toHaveProperty('description');
    const newer = { title: 'Newer', tldr: 'Newer.', description: 'Newer too.' };
    await send(nextDelivery(first, { article: newer }));
    await theirs.save(form, { tldr: 'Typed.' });
    await site.settle();
    expect(await version(first)).toMatchObject({ ...newer, tldr: 'Typed.' });
    expect(await heldFields(documentId)).toEqual(['tldr']);
    await eventually(async () => {
      const offers = await admin.suggestionsOf(documentId);
      expect(offers).toMatchObject([{ field: 'tldr', value: 'Newer.' }]);
    });
  });

  it('has an older text that is put back in the only one', async () => {
    const { first, documentId } = await opened({ tldr: 'Newer.' });
    const theirs = await formsWith('tldr');
    await theirs.save(await theirs.open(documentId), { tldr: first.article.tldr });
    expect(await version(first)).toMatchObject({ tldr: first.article.tldr });
  });
});

describe('an older text', () => {
  it('stays when somebody puts it back who has seen the newer one', async () => {
    const { first, second, documentId } = await opened({ tldr: 'Newer.' });
    const form = await forms.open(documentId);
    await forms.save(form, { tldr: first.article.tldr });
    expect(await version(first)).toMatchObject({ tldr: first.article.tldr });
    await send(nextDelivery(second, { article: { tldr: 'Newest.' } }));
    expect(await version(first)).toMatchObject({ tldr: first.article.tldr });
    expect(await admin.suggestionsOf(documentId)).toMatchObject([
      { field: 'tldr', value: 'Newest.' },
    ]);
  });

  it('stays when it is all that is saved', async () => {
    const { first, documentId } = await opened({ tldr: 'Newer.' });
    await site.strapi
      .documents(ARTICLE)
      .update({ documentId, data: { tldr: first.article.tldr } as never });
    expect(await version(first)).toMatchObject({ tldr: first.article.tldr });
  });

  it('is known by the time of the entry that was opened, where the client says it', async () => {
    const { first, form } = await opened({ tldr: 'Newer.' });
    const headers = { 'x-article-receiver-opened': form.updatedAt };
    await forms.save(form, { author: 'Edith' }, { headers });
    expect(await version(first)).toMatchObject({ author: 'Edith', tldr: 'Newer.' });
  });
});

describe('an older version that somebody restores from the history of an entry', () => {
  it('stays as the editor’s, and what the service says later is offered beside it', async () => {
    const first = makeDelivery({ article: { title: 'As it was', tldr: 'Then.' } });
    await send(first);
    const { documentId, ...then } = await version(first);
    const second = nextDelivery(first, { article: { title: 'Newer', tldr: 'Now.' } });
    await send(second);
    await restore(documentId, then);
    expect(await version(first)).toMatchObject({ title: 'As it was', tldr: 'Then.' });
    expect((await heldFields(documentId)).sort()).toEqual(['title', 'tldr']);
    await send(nextDelivery(second, { article: { title: 'Newest' } }));
    expect(await version(first)).toMatchObject({ title: 'As it was', tldr: 'Then.' });
    expect(await admin.suggestionsOf(documentId)).toMatchObject([
      { field: 'title', value: 'Newest' },
    ]);
  });

  it('brings back nothing that only the service writes, and keeps the addresses leading here', async () => {
    const first = makeDelivery({ article: { slug: 'as-it-was' } });
    await send(first);
    const { documentId, ...then } = await version(first);
    const event = 'article.status_changed';
    const article = { status: 'published', slug: 'newer', reviewScore: 7 };
    const second = nextDelivery(first, { event, article });
    await send(second);
    await restore(documentId, then);
    await site.strapi.documents(ARTICLE).publish({ documentId });
    const third = nextDelivery(second, { article: { tldr: 'Newest.', reviewScore: 8 } });
    await send(third);
    expect(await heldFields(documentId)).toEqual(['slug']);
    expect(await version(first, 'published')).toMatchObject({
      slug: 'as-it-was',
      previousSlugs: ['newer'],
      sourceStatus: 'published',
      reviewScore: 8,
      tldr: 'Newest.',
    });
  });
});

interface Changed {
  fields: string[];
  at: number | null;
  waiting: { suggestions: number };
}

describe('what the panel is told while a form is open', () => {
  it('is which fields the service changed since, and what waits', async () => {
    const { form, documentId, second } = await opened({ tldr: 'Newer.', keywords: ['new'] });
    const since = (at: string) => admin.get(`/articles/${documentId}/changes?since=${at}`);
    const { body } = await since(form.updatedAt);
    const { fields, at, waiting } = (body as { data: Changed }).data;
    expect(fields.sort()).toEqual(['keywords', 'tldr']);
    expect(at).toBeGreaterThan(Date.parse(form.updatedAt));
    expect(waiting).toMatchObject({ suggestions: 0 });
    const { updatedAt } = await forms.open(documentId);
    expect((await since(updatedAt)).body).toMatchObject({ data: { fields: [], at: null } });
    // A field that was taken in since has been seen.
    const taken = encodeURIComponent(`${form.updatedAt};tldr=${updatedAt}`);
    expect((await since(taken)).body).toMatchObject({ data: { fields: ['keywords'] } });
    await forms.save(await forms.open(documentId), { tldr: 'Ours.' });
    const now = (await forms.open(documentId)).updatedAt;
    await send(nextDelivery(second, { article: { tldr: 'Offered.' } }));
    expect((await since(now)).body).toMatchObject({
      data: { fields: [], waiting: { suggestions: 1 } },
    });
  });

  it('is told to who may change the article, and of fields that they may change', async () => {
    const { form, documentId } = await opened({ tldr: 'Newer.', title: 'Newer' });
    const asked = async (session: string) => {
      const { status, body } = await site.request
        .get(`/article-receiver/articles/${documentId}/changes`)
        .query({ since: form.updatedAt })
        .set('Authorization', `Bearer ${session}`);
      return [status, (body as { data?: Changed }).data?.fields];
    };
    const reader = await administratorWith(site, withEntries(ARTICLE, ['read']));
    expect(await asked(reader)).toEqual([403, undefined]);
    const properties = { fields: ['tldr'] };
    const writer = await administratorWith(
      site,
      withEntries(ARTICLE, ['read', 'update'], { properties }),
    );
    expect(await asked(writer)).toEqual([200, ['tldr']]);
  });

  it('is refused for what is no time, and for articles that are nobody’s', async () => {
    const { documentId } = await opened({});
    const status = async (path: string) => (await admin.get(`/articles/${path}`)).status;
    expect(await admin.get(`/articles/${documentId}/changes?since=yesterday`)).toMatchObject({
      status: 400,
      body: { error: { message: expect.stringMatching(/^since: /) } },
    });
    expect(await status(`${documentId}/changes`)).toBe(400);
    const fieldless = encodeURIComponent('2026-01-01T00:00:00.000Z;tldr=then');
    expect(await status(`${documentId}/changes?since=${fieldless}`)).toBe(400);
    expect(await status('nobody/changes?since=2026-01-01T00:00:00.000Z')).toBe(404);
  });

  it('lets fields be taken in while others stay as they were typed', async () => {
    const { first, form, documentId } = await opened({ tldr: 'Newer.', description: 'Newer too.' });
    const fresh = await forms.open(documentId);
    const headers = { 'x-article-receiver-opened': `${fresh.updatedAt};tldr=${form.updatedAt}` };
    await forms.save(
      fresh,
      { tldr: 'Typed.', description: first.article.description },
      { headers },
    );
    expect(await version(first)).toMatchObject({
      tldr: 'Typed.',
      // Put back by somebody who has seen the newer one.
      description: first.article.description,
    });
    await site.settle();
    await eventually(async () => {
      expect(await admin.suggestionsOf(documentId)).toMatchObject([
        { field: 'tldr', value: 'Newer.' },
      ]);
    });
  });
});
