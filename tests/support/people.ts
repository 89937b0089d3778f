import { randomUUID } from 'node:crypto';
import type { Site } from './site';

interface Roles {
  create(role: { name: string; description: string }): Promise<{ id: number }>;
  assignPermissions(roleId: number, permissions: object[]): Promise<unknown>;
}

/**
 * An administrator who may do nothing but the given actions, signed in.
 * @returns the session, to be sent as a bearer token.
 */
export async function administratorWith(site: Site, actions: readonly string[]): Promise<string> {
  // The first administrator, so that there is a site to log in to.
  await site.adminToken();
  const roles = site.strapi.service('admin::role') as unknown as Roles;
  const role = await roles.create({ name: `Role ${randomUUID()}`, description: '' });
  const permissions = actions.map((action) => ({
    action,
    subject: null,
    conditions: [],
    properties: {},
  }));
  await roles.assignPermissions(role.id, permissions);
  const email = `${randomUUID()}@example.com`;
  const password = 'Test-password-2';
  await site.strapi.service('admin::user').create({
    firstname: 'Edith',
    email,
    password,
    isActive: true,
    roles: [role.id],
  });
  const { body } = await site.request.post('/admin/login').send({ email, password }).expect(200);
  return (body as { data: { token: string } }).data.token;
}
