import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/strapi';

const ADMINISTRATOR = { firstname: 'Ada', lastname: 'Admin', password: 'Test-password-1' };

interface SessionAnswer {
  data: { token: string };
}

/**
 * An administrator's session on a site that listens at `url`: registers the first administrator,
 * or logs in where there is one already (after a restart).
 */
export async function administratorToken(strapi: Core.Strapi, url: string): Promise<string> {
  const known = (await strapi.db.query('admin::user').findOne({})) as { email: string } | null;
  const { password } = ADMINISTRATOR;
  // Strapi limits how often an address may register or log in, across all sites of this process.
  const newcomer = { ...ADMINISTRATOR, email: `admin-${randomUUID()}@example.com` };
  const response = await fetch(`${url}/admin/${known ? 'login' : 'register-admin'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(known ? { email: known.email, password } : newcomer),
  });
  if (!response.ok) {
    throw new Error(`No administrator session: ${response.status} ${await response.text()}`);
  }
  const { data } = (await response.json()) as SessionAnswer;
  return data.token;
}

/** A full-access token for the Content API, made the way the admin's settings page makes one. */
export async function contentApiToken(strapi: Core.Strapi): Promise<string> {
  const { accessKey } = await strapi.service('admin::api-token').create({
    name: `tests-${Date.now()}`,
    description: '',
    type: 'full-access',
    lifespan: null,
  });
  return accessKey;
}
