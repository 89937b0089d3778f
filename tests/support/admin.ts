import type { Core } from '@strapi/strapi';

/** The first administrator of a site under test. */
export const ADMINISTRATOR = {
  firstname: 'Ada',
  lastname: 'Admin',
  email: 'admin@example.com',
  password: 'Test-password-1',
};

interface SessionAnswer {
  data: { token: string };
}

/**
 * An administrator's session on a site that listens at `url`: registers the first administrator,
 * or logs in where there is one already (after a restart).
 */
export async function administratorToken(strapi: Core.Strapi, url: string): Promise<string> {
  const known = await strapi.db.query('admin::user').count();
  const { email, password } = ADMINISTRATOR;
  const response = await fetch(`${url}/admin/${known > 0 ? 'login' : 'register-admin'}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(known > 0 ? { email, password } : ADMINISTRATOR),
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
