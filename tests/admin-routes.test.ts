import { bootSite, type Site } from './support/site';

interface Route {
  method: string;
  path: string;
  config?: { policies?: (string | { name: string; config?: { actions?: string[] } })[] };
}

interface Router {
  type: string;
  prefix?: string;
  routes: Route[];
}

const PERMISSION = /^plugin::article-receiver\.[\w-]+\.[\w-]+$/;

describe('the admin routes of the plugin', () => {
  let site: Site;
  let routes: Route[];

  beforeAll(async () => {
    site = await bootSite();
    const routers = Object.values(site.strapi.plugin('article-receiver').routes) as Router[];
    routes = routers
      .filter(({ type }) => type !== 'content-api')
      .flatMap((router) => router.routes);
    // The first administrator, so that there is a site to log in to.
    await site.adminToken();
  });
  afterAll(() => site?.destroy());

  /** Every route that Strapi serves, called as somebody. */
  const callAll = async (authorization: string | null) => {
    const answers: [string, number][] = [];
    for (const { method, path } of routes) {
      const address = `/article-receiver${path.replace(/:\w+/g, 'x')}`;
      const response = await fetch(`${site.url}${address}`, {
        method,
        headers: authorization ? { authorization } : {},
      });
      answers.push([`${method} ${path}`, response.status]);
    }
    return answers;
  };

  it('all ask for an administrator’s session, then for a permission that is registered', () => {
    const { actionProvider } = site.strapi.service('admin::permission') as unknown as {
      actionProvider: { has(action: string): boolean };
    };
    expect(routes.length).toBeGreaterThan(5);
    for (const { method, path, config } of routes) {
      const [session, permission, ...others] = config?.policies ?? [];
      expect([method, path, session]).toEqual([method, path, 'admin::isAuthenticatedAdmin']);
      expect([method, path, permission]).toEqual([
        method,
        path,
        { name: 'admin::hasPermissions', config: { actions: [expect.stringMatching(PERMISSION)] } },
      ]);
      expect(others).toEqual([]);
      const actions = typeof permission === 'object' ? (permission.config?.actions ?? []) : [];
      expect(actions.filter((action) => !actionProvider.has(action))).toEqual([]);
    }
  });

  it('answer nobody without a session', async () => {
    for (const [route, status] of await callAll(null))
      expect([route, status]).toEqual([route, 401]);
  });

  it('answer no administrator without the permission', async () => {
    const role = (await site.strapi.db
      .query('admin::role')
      .findOne({ where: { code: 'strapi-editor' } })) as { id: number };
    const email = 'editor@example.com';
    const password = 'Test-password-2';
    await site.strapi.service('admin::user').create({
      firstname: 'Edith',
      email,
      password,
      isActive: true,
      roles: [role.id],
    });
    const { body } = await site.request.post('/admin/login').send({ email, password }).expect(200);
    const { data } = body as { data: { token: string } };
    for (const [route, status] of await callAll(`Bearer ${data.token}`)) {
      expect([route, status]).toEqual([route, 403]);
    }
  });
});
