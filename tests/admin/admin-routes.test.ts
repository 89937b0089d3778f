import { makeDelivery } from '../support/feed/deliveries';
import { administratorWith } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

/** What each route asks for, by the last two words of the permission. */
const EXPECTED: Record<string, readonly string[]> = {
  'deliveries.read': [
    'GET /status',
    'GET /statistics',
    'GET /deliveries',
    'GET /deliveries/export',
    'GET /deliveries/words',
    'GET /deliveries/:deliveryId',
    'GET /deliveries/:deliveryId/body',
    'GET /rebuild',
    'GET /retention',
    'GET /articles/:documentId/versions/:deliveryId',
    'POST /articles/:documentId/versions/:deliveryId',
  ],
  'deliveries.redrive': [
    'POST /deliveries/redrive',
    'POST /deliveries/leave',
    'POST /deliveries/decide',
    'POST /deliveries/:deliveryId/redrive',
    'POST /deliveries/:deliveryId/leave',
    'POST /deliveries/:deliveryId/discard',
    'POST /deliveries/:deliveryId/decide',
    'POST /rebuild',
    'POST /rebuild/pause',
    'POST /rebuild/resume',
    'POST /rebuild/cancel',
  ],
  'settings.configure': [
    'GET /settings',
    'PUT /settings',
    'POST /settings/pin/clear',
    'GET /settings/test-delivery',
    'POST /settings/test-delivery',
    'POST /settings/test-delivery/remove',
  ],
  'tokens.manage': [
    'GET /tokens',
    'POST /tokens',
    'POST /tokens/:id/rotate',
    'POST /tokens/:id/revoke',
    'POST /tokens/:id/remove',
  ],
  'metrics.export': ['GET /metrics'],
};

/** These ask the Content Manager what whoever is signed in may do with the article. */
const OF_ARTICLES: readonly string[] = [
  'GET /article-type',
  'GET /dead-links',
  'GET /decisions',
  'POST /decisions/:id/undo',
  'GET /pages',
  'GET /planned',
  'GET /waiting',
  'GET /suggestions',
  'GET /articles',
  'GET /articles/:documentId',
  'GET /articles/:documentId/changes',
  'POST /suggestions/decide',
  'POST /suggestions/:id/accept',
  'POST /suggestions/:id/reject',
  'POST /articles/:documentId/release',
  'POST /articles/:documentId/discard',
  'POST /articles/:documentId/look-again',
];

const BASE = '/article-receiver';
const MARKER = 'only-those-who-may-read-see-this';

interface Call {
  route: string;
  status: number;
  text: string;
}

describe('the admin routes of the plugin', () => {
  let site: Site;
  let deliveryId: string;
  /** What Strapi's router serves, whoever registered it. */
  let routes: { method: string; path: string }[];

  beforeAll(async () => {
    site = await bootSite();
    const delivery = makeDelivery({ article: { content: `# Text\n\n${MARKER}\n` } });
    deliveryId = (await site.deliver(delivery)).body.data?.deliveryId ?? '';
    await site.settle();
    const layers = site.strapi.server.listRoutes() as { path: string; methods: string[] }[];
    routes = layers
      .filter(({ path }) => path === BASE || path.startsWith(`${BASE}/`))
      .flatMap(({ path, methods }) =>
        methods
          .filter((method) => method !== 'HEAD')
          .map((method) => ({ method, path: path.slice(BASE.length) })),
      );
  });
  afterAll(() => site?.destroy());

  const callAll = async (session: string | null): Promise<Call[]> => {
    const calls: Call[] = [];
    for (const { method, path } of routes) {
      const address = path.replace(':deliveryId', deliveryId).replace(/:\w+/g, 'x');
      const response = await fetch(`${site.url}${BASE}${address}`, {
        method,
        headers: session ? { authorization: `Bearer ${session}` } : {},
      });
      const route = `${method} ${path}`;
      calls.push({ route, status: response.status, text: await response.text() });
    }
    return calls;
  };

  it('are these, each behind one permission or the Content Manager’s', () => {
    const served = routes.map(({ method, path }) => `${method} ${path}`);
    const expected = [...OF_ARTICLES, ...Object.values(EXPECTED).flat()];
    expect(served.sort()).toEqual(expected.sort());
  });

  it('answer nobody without a session', async () => {
    for (const { route, status, text } of await callAll(null)) {
      expect([route, status]).toEqual([route, 401]);
      expect(text).not.toContain(MARKER);
    }
  });

  it('answer no administrator without any of the permissions', async () => {
    for (const { route, status, text } of await callAll(await administratorWith(site, []))) {
      if (!OF_ARTICLES.includes(route)) expect([route, status]).toEqual([route, 403]);
      expect(text).not.toContain(MARKER);
    }
  });

  it.each(Object.keys(EXPECTED))('answer %s with that, and nothing else', async (permission) => {
    const session = await administratorWith(site, [`plugin::article-receiver.${permission}`]);
    for (const { route, status, text } of await callAll(session)) {
      if (OF_ARTICLES.includes(route)) continue;
      const isAllowed = EXPECTED[permission]?.includes(route);
      // To decide on a word is to change a setting as well.
      if (!isAllowed || route.endsWith('/decide')) expect([route, status]).toEqual([route, 403]);
      else {
        expect([route, [401, 403, 500].includes(status)]).toEqual([route, false]);
      }
      if (permission !== 'deliveries.read') expect(text).not.toContain(MARKER);
      expect(text).not.toContain(site.token);
      if (permission !== 'tokens.manage') expect(text).not.toMatch(/ar_[\w-]{30,}/);
    }
  });

  it('let decide who may act and configure', async () => {
    const session = await administratorWith(site, [
      'plugin::article-receiver.deliveries.redrive',
      'plugin::article-receiver.settings.configure',
    ]);
    const { status, body } = await site.request
      .post(`${BASE}/deliveries/${deliveryId}/decide`)
      .set('Authorization', `Bearer ${session}`)
      .send({ effect: 'draft' });
    expect([status, (body as { error: { name: string } }).error.name]).toEqual([
      409,
      'ConflictError',
    ]);
  });

  it.each(['application/merge-patch+json', 'application/octet-stream', undefined])(
    'do nothing where Strapi does not read what they are sent as %s',
    async (type) => {
      const headers = {
        authorization: `Bearer ${await site.adminToken()}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      };
      // As bytes: fetch() names a type for a text by itself.
      const send = (method: string, path: string, input: object) =>
        fetch(`${site.url}${BASE}${path}`, {
          method,
          headers,
          body: new TextEncoder().encode(JSON.stringify(input)),
        });
      const latestJob = async () =>
        (await site.request.get(`${BASE}/rebuild`).set('Authorization', headers.authorization))
          .body as unknown;
      const before = await latestJob();
      const answers = [
        await send('POST', '/rebuild', { dryRun: true }),
        await send('PUT', '/settings', { publishOnReady: true }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([415, 415]);
      const { error } = (await answers[0]?.json()) as { error: { message: string } };
      expect(error.message).toContain('application/json');
      expect(await latestJob()).toEqual(before);
    },
  );

  it('answer a question with which something was sent', async () => {
    const session = `Bearer ${await site.adminToken()}`;
    await site.request.get(`${BASE}/status`).set('Authorization', session).send({}).expect(200);
  });

  it('show bodies to those who may read, and only in the detail and the body', async () => {
    const session = await administratorWith(site, ['plugin::article-receiver.deliveries.read']);
    const showing = (await callAll(session)).filter(({ text }) => text.includes(MARKER));
    expect(showing.map(({ route }) => route).sort()).toEqual([
      'GET /deliveries/:deliveryId',
      'GET /deliveries/:deliveryId/body',
    ]);
  });
});
