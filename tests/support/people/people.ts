import { randomUUID } from 'node:crypto';
import type { Site } from '../site/site';

/** A permission of a role: what on which content type, of which fields, locales and entries. */
interface Permission {
  action: string;
  subject: string | null;
  conditions?: string[];
  properties?: { fields?: string[]; locales?: string[] };
}

interface Roles {
  create(role: { name: string; description: string }): Promise<{ id: number }>;
  findOne(where: { code: string }): Promise<{ id: number } | null>;
  assignPermissions(roleId: number, permissions: object[]): Promise<unknown>;
}

const rolesOf = (site: Site) => site.strapi.service('admin::role') as unknown as Roles;

/** What the Content Manager lets somebody do with entries of a type. */
export const withEntries = (
  subject: string,
  actions: readonly ('read' | 'update' | 'publish')[],
  rest: Omit<Permission, 'action' | 'subject'> = {},
): Permission[] =>
  actions.map((action) => ({
    action: `plugin::content-manager.explorer.${action}`,
    subject,
    // Publishing is of whole entries.
    ...(action === 'publish'
      ? { ...rest, properties: { ...rest.properties, fields: undefined } }
      : rest),
  }));

/**
 * An administrator who may do nothing but the given actions, signed in.
 * @returns the session, to be sent as a bearer token.
 */
export async function administratorWith(
  site: Site,
  actions: readonly (string | Permission)[],
): Promise<string> {
  // The first administrator, so that there is a site to log in to.
  await site.adminToken();
  const roles = rolesOf(site);
  const role = await roles.create({ name: `Role ${randomUUID()}`, description: '' });
  const permissions = actions.map((action) => ({
    conditions: [],
    properties: {},
    ...(typeof action === 'string' ? { action, subject: null } : action),
  }));
  await roles.assignPermissions(role.id, permissions);
  return signedIn(site, role.id);
}

/** An administrator with a role that Strapi itself made. */
export async function administratorAs(
  site: Site,
  code: 'strapi-editor' | 'strapi-author',
): Promise<string> {
  await site.adminToken();
  const role = await rolesOf(site).findOne({ code });
  if (!role) throw new Error(`there is no role ${code}`);
  return signedIn(site, role.id);
}

async function signedIn(site: Site, role: number): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  const password = 'Test-password-2';
  await site.strapi.service('admin::user').create({
    firstname: 'Edith',
    email,
    password,
    isActive: true,
    roles: [role],
  });
  const { body } = await site.request.post('/admin/login').send({ email, password }).expect(200);
  return (body as { data: { token: string } }).data.token;
}
