import { adminApi } from '../support/people/admin-api';
import { makeDelivery } from '../support/feed/deliveries';
import { openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';

const API = '/api/article-receiver';

/** No text of PostgreSQL's has a NUL in it, so that it refuses a query in which one is. */
describe('a NUL', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    site = await bootSite();
    api = adminApi(site);
    await openToThePublic(site);
    await site.deliver(makeDelivery());
    await site.settle();
  });
  afterAll(() => site?.destroy());

  it.each(['/articles/%00', '/articles/%00/llms.txt', '/articles/a%00/json-ld', '/tags/%00'])(
    'leads to nothing in the Content API: %s',
    async (path) => {
      expect((await site.request.get(API + path)).status).toBe(404);
    },
  );

  it.each(['/articles/a/llms.txt?locale=%00', '/articles/a/json-ld?locale=%00', '/tags?_q=%00'])(
    'is refused in a query of the Content API: %s',
    async (path) => {
      expect((await site.request.get(API + path)).status).toBe(400);
    },
  );

  it.each(['/deliveries/%00', '/deliveries/%00/body', '/articles/%00', '/articles/x/versions/%00'])(
    'leads to nothing in the admin API: %s',
    async (path) => {
      expect((await api.get(path)).status).toBe(404);
    },
  );

  it.each([
    '/deliveries?_q=%00',
    '/deliveries?filters[title][$eq]=%00',
    '/deliveries?filters[$and][0][slug]=a%00',
    '/deliveries/export?_q=%00',
    '/deliveries/words?ids=%00',
    '/suggestions?documentId=%00',
  ])('is refused in a query of the admin API: %s', async (path) => {
    expect((await api.get(path)).status).toBe(400);
  });

  it.each([
    ['leave', { ids: ['a\0b'] }],
    ['redrive', { ids: ['a\0b'], dryRun: true }],
    ['redrive', { filters: { title: { $eq: 'a\0b' } }, dryRun: true }],
    ['decide', { decisions: [{ deliveryId: 'a\0b', effect: 'draft' }] }],
  ])('is refused in what is sent: %s %j', async (action, body) => {
    expect((await api.post(`/deliveries/${action}`, body)).status).toBe(400);
  });

  it.each(['filters[bytes][$gt]=3000000000', 'filters[duplicates][$lt]=-3000000000'])(
    'and a number that no column takes are refused: %s',
    async (query) => {
      const { status, body } = await api.get(`/deliveries?${query}`);
      expect([status, (body as { error: { message: string } }).error.message]).toEqual([
        400,
        expect.stringMatching(/^filters\.\w+\.\$/),
      ]);
    },
  );
});
