import type { DecisionPage } from '../../src/plugins/article-receiver/shared/decisions/decisions';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { arrive } from '../support/feed/event-log';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';

describe('a refusal of the admin API', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  async function refused(path: string, body?: object): Promise<object> {
    const answer = await api.post(path, body);
    expect(answer.status).toBe(409);
    return (answer.body as { error: { details: object } }).error.details;
  }

  /** An article whose editor has another slug, and the service yet another, which somebody else took. */
  async function wantsTakenSlug() {
    const first = makeDelivery();
    await arrive(site, first);
    const documentId = (await shownArticle(site, first.article.id, 'draft'))?.documentId ?? '';
    const slug = `${first.article.slug}-wanted`;
    const changes = { slug: `${slug}-ours`, title: 'Ours' };
    await site.strapi.documents(ARTICLE).update({ documentId, data: changes as never });
    await arrive(site, nextDelivery(first, { article: { slug, title: 'Theirs' } }));
    const inTheWay = { title: 'In the way', slug };
    await site.strapi.documents(ARTICLE).create({ data: inTheWay as never });
    const offers = await api.suggestionsOf(documentId);
    const idOf = (field: string) => offers.find((one) => one.field === field)?.id ?? 0;
    return { slug, slugId: idOf('slug'), titleId: idOf('title') };
  }

  it('says why as a code, of a suggestion', async () => {
    const { slug, slugId, titleId } = await wantsTakenSlug();
    const taken = { slug, title: 'In the way', documentId: expect.any(String) as string };
    expect(await refused(`/suggestions/${slugId}/accept`)).toEqual({
      reason: 'slug-taken',
      ...taken,
    });
    const { body } = await api.post('/suggestions/decide', {
      ids: [slugId, titleId],
      decision: 'accept',
    });
    expect(body).toEqual({
      results: [
        { id: slugId, outcome: 'slugTaken', taken },
        { id: titleId, outcome: 'decided' },
      ],
    });
    expect(await refused(`/suggestions/${titleId}/accept`)).toEqual({ reason: 'not-open' });
    const decided = (await api.get('/decisions')).body as DecisionPage;
    const [accepted] = decided.results;
    expect(await refused(`/decisions/${accepted?.id}/undo`)).toEqual({ reason: 'not-undoable' });
  });

  it('says that an article is not there any more, and not that one may not change it', async () => {
    const first = makeDelivery({
      event: 'article.status_changed',
      article: { status: 'published' },
    });
    await arrive(site, first);
    const documentId = (await shownArticle(site, first.article.id, 'draft'))?.documentId ?? '';
    await site.strapi
      .documents(ARTICLE)
      .update({ documentId, data: { title: 'Ours', tldr: 'Ours.' } as never });
    const theirs = { title: 'Theirs', tldr: 'Theirs.' };
    const deliveryId = await arrive(site, nextDelivery(first, { article: theirs }));
    const [one, other] = (await api.suggestionsOf(documentId)).map(({ id }) => id);
    await site.strapi.documents(ARTICLE).delete({ documentId });

    const article = `/articles/${documentId}`;
    const since = new Date().toISOString();
    const answers = {
      accept: await api.post(`/suggestions/${one}/accept`),
      release: await api.post(`${article}/release`),
      use: await api.post(`${article}/versions/${deliveryId}`),
      changes: await api.get(`${article}/changes?since=${since}`),
      origin: await api.get(article),
    };
    const statuses = Object.entries(answers).map(([name, { status }]) => [name, status]);
    const gone = Object.keys(answers).map((name) => [name, 404]);
    expect(statuses).toEqual(gone);
    const { body } = await api.post('/suggestions/decide', { ids: [other], decision: 'reject' });
    expect(body).toEqual({ results: [{ id: other, outcome: 'gone' }] });
  });

  it('is said of a word that it does not know: a mistyped seen would decide over what changed', async () => {
    const { titleId } = await wantsTakenSlug();
    const [offer] = (await site.strapi.db
      .query('plugin::article-receiver.suggestion')
      .findMany({ where: { id: titleId } })) as { documentId: string }[];
    for (const path of [
      `/suggestions/${titleId}/accept`,
      `/articles/${offer?.documentId}/release`,
    ]) {
      const { status, body } = await api.post(path, { seeen: 'x' });
      expect([path, status, body]).toMatchObject([
        path,
        400,
        { error: { message: expect.stringContaining('seeen') as string } },
      ]);
    }
  });

  it('says why as a code, of a delivery, a job and a token', async () => {
    const deliveryId = await arrive(site, makeDelivery());
    expect(await refused(`/deliveries/${deliveryId}/leave`)).toEqual({ reason: 'not-parked' });
    const reason = { reason: 'No.' };
    expect(await refused(`/deliveries/${deliveryId}/discard`, reason)).toEqual({
      reason: 'not-quarantined',
    });
    const decision = { effect: 'draft' };
    expect(await refused(`/deliveries/${deliveryId}/decide`, decision)).toEqual({
      reason: 'word-refused',
    });
    expect(await refused('/rebuild/resume')).toEqual({ reason: 'no-job' });
    const runner = site.strapi
      .plugin('article-receiver')
      .service<{ start(): void; stop(): Promise<void> }>('runner');
    // So that the job is not over before it is asked for another.
    await runner.stop();
    await api.post('/rebuild');
    await api.post('/rebuild/pause');
    expect(await refused('/deliveries/redrive', { all: true })).toEqual({
      reason: 'job-active',
      kind: 'rebuild',
      state: 'paused',
    });
    const { body: known } = await api.get('/rebuild');
    const { id: job } = (known as { data: { id: number } }).data;
    expect(await refused('/rebuild/cancel', { id: job + 1 })).toEqual({ reason: 'no-job' });
    expect(await refused('/rebuild/resume', { id: job + 1 })).toEqual({ reason: 'no-job' });
    const { body: cancelled } = await api.post('/rebuild/cancel', { id: job });
    expect(cancelled).toMatchObject({ data: { id: job, state: 'cancelled' } });
    expect((await api.post('/rebuild/cancel', { id: 'one' })).status).toBe(400);
    runner.start();
    await site.settle();
    const { body } = await api.post('/tokens', { name: 'A token', expiresAt: null });
    const { id } =
      (body as { data?: { id: string }; id?: string }).data ?? (body as { id: string });
    expect(await refused(`/tokens/${id}/remove`)).toEqual({ reason: 'token-works' });
  });
});
