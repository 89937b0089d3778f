import { randomBytes } from 'node:crypto';
import { requestJson } from './http.mjs';

/** Who may read what in the demo: everybody, what the plugin publishes. */
const PUBLIC_CONTROLLERS = ['article', 'campaign', 'media-asset', 'tag'];
const PUBLIC_ACTIONS = ['find', 'findOne'];

/**
 * @typedef {{ id: number, name: string, description: string, type: string }} Role
 * @typedef {Record<string, Record<string, { enabled: boolean }>>} Controllers
 * @typedef {Record<string, { controllers: Controllers }>} Permissions
 */

/**
 * Registers the first administrator of a fresh site.
 * @param {string} url
 */
export async function registerEditor(url) {
  const email = 'editor@example.com';
  const password = `Demo-${randomBytes(6).toString('hex')}-1`;
  /** @type {{ data: { token: string } }} */
  const { data } = await requestJson(`${url}/admin/register-admin`, {
    method: 'POST',
    body: { firstname: 'Edda', lastname: 'Editor', email, password },
  });
  return { email, password, jwt: data.token };
}

/**
 * Lets everybody read the published content, the way a site's owner would in the admin:
 * Settings, Users & Permissions, Roles, Public.
 * @param {string} url
 * @param {string} jwt
 */
export async function grantPublicReading(url, jwt) {
  const roles = `${url}/users-permissions/roles`;
  /** @type {{ roles: Role[] }} */
  const list = await requestJson(roles, { jwt });
  const everybody = list.roles.find(({ type }) => type === 'public');
  if (!everybody) throw new Error('The site has no public role.');

  /** @type {{ role: Role & { permissions: Permissions } }} */
  const { role } = await requestJson(`${roles}/${everybody.id}`, { jwt });
  const controllers = role.permissions['plugin::article-receiver']?.controllers ?? {};
  for (const controller of PUBLIC_CONTROLLERS) {
    for (const action of PUBLIC_ACTIONS) {
      const permission = controllers[controller]?.[action];
      if (!permission) throw new Error(`There is no permission for ${controller}.${action}.`);
      permission.enabled = true;
    }
  }
  const { name, description, permissions } = role;
  await requestJson(`${roles}/${role.id}`, {
    method: 'PUT',
    jwt,
    body: { name, description, permissions, users: [] },
  });
}
