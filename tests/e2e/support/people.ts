const PASSWORD = 'Test-password-1';

/** Somebody with an account in the admin, and a session for what a test prepares. */
export interface Person {
  email: string;
  password: string;
}

export interface Owner extends Person {
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T>;
  remove(path: string): Promise<unknown>;
}

async function call<T>(url: string, init: RequestInit, jwt?: string): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(jwt ? { authorization: `Bearer ${jwt}` } : {}),
  };
  const response = await fetch(url, { ...init, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${response.status} ${text}`);
  return JSON.parse(text) as T;
}

/** Registers the first administrator of a fresh site, who may do everything. */
export async function registerOwner(siteUrl: string): Promise<Owner> {
  const person = { email: 'owner@example.com', password: PASSWORD };
  const { data } = await call<{ data: { token: string } }>(`${siteUrl}/admin/register-admin`, {
    method: 'POST',
    body: JSON.stringify({ ...person, firstname: 'Olga', lastname: 'Owner' }),
  });
  return {
    ...person,
    get: (path) => call(`${siteUrl}${path}`, {}, data.token),
    send: (method, path, body) =>
      call(`${siteUrl}${path}`, { method, body: JSON.stringify(body) }, data.token),
    remove: (path) => call(`${siteUrl}${path}`, { method: 'DELETE' }, data.token),
  };
}

const ARTICLE = 'plugin::article-receiver.article';

/** A role's permissions: actions of the plugin, and of the Content Manager on articles. */
const permissionsOf = ({ actions, fields }: Role) =>
  actions.map((action) =>
    action.startsWith('explorer.')
      ? {
          action: `plugin::content-manager.${action}`,
          subject: ARTICLE,
          properties: fields ? { fields: fields[action] } : {},
        }
      : { action: `plugin::article-receiver.${action}`, subject: null, properties: {} },
  );

interface Role {
  name: string;
  actions: string[];
  /** The fields of articles that each action is allowed with; left out: all of them. */
  fields?: Record<string, string[]>;
}

/** What an editor needs: reads the log, decides, writes articles; no settings, no tokens. */
export const EDITOR: Role = {
  name: 'Editor of articles',
  actions: ['deliveries.read', 'deliveries.redrive', 'explorer.read', 'explorer.update'],
};

/** Looks at the log and may do nothing about it. */
export const READER: Role = { name: 'Reader', actions: ['deliveries.read'] };

/** Has none of the plugin's permissions, but works with articles, and so decides about them. */
export const STRANGER: Role = { name: 'Stranger', actions: ['explorer.read', 'explorer.update'] };

/** Has the last word on articles that others write. */
export const PUBLISHER: Role = {
  name: 'Publisher',
  actions: ['explorer.read', 'explorer.publish'],
};

/** Writes summaries, and is shown nothing else but titles. */
export const SUMMARIZER: Role = {
  name: 'Summarizer',
  actions: ['explorer.read', 'explorer.update'],
  fields: { 'explorer.read': ['title', 'tldr'], 'explorer.update': ['tldr'] },
};

/** An account with a role of its own. */
export async function register(owner: Owner, given: Role): Promise<Person> {
  const { name } = given;
  const role = await owner.send<{ data: { id: number } }>('POST', '/admin/roles', {
    name,
    description: `For tests: ${name}`,
  });
  await owner.send('PUT', `/admin/roles/${role.data.id}/permissions`, {
    permissions: permissionsOf(given).map((permission) => ({ ...permission, conditions: [] })),
  });
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@example.com`;
  const user = await owner.send<{ data: { id: number } }>('POST', '/admin/users', {
    email,
    firstname: name,
    lastname: 'Tester',
    roles: [role.data.id],
  });
  await owner.send('PUT', `/admin/users/${user.data.id}`, { password: PASSWORD, isActive: true });
  return { email, password: PASSWORD };
}

/** Takes articles from the role Editor: as it is where a site was there before the plugin. */
export async function closeToEditors(owner: Owner): Promise<void> {
  const roles = await owner.get<{ data: { id: number; code: string }[] }>('/admin/roles');
  const id = roles.data.find(({ code }) => code === 'strapi-editor')?.id;
  const path = `/admin/roles/${id}/permissions`;
  interface Permission {
    action: string;
    subject: string | null;
    properties: object;
    conditions: unknown[];
  }
  const { data } = await owner.get<{ data: Permission[] }>(path);
  const permissions = data
    .filter(({ subject }) => subject !== ARTICLE)
    .map(({ action, subject, properties, conditions }) => {
      return { action, subject, properties, conditions };
    });
  await owner.send('PUT', path, { permissions });
}

/** An account with the role Editor, as every Strapi has it. */
export async function registerStandardEditor(
  owner: Owner,
  email = 'standard-editor@example.com',
): Promise<Person> {
  const roles = await owner.get<{ data: { id: number; code: string }[] }>('/admin/roles');
  const role = roles.data.find(({ code }) => code === 'strapi-editor');
  const user = await owner.send<{ data: { id: number } }>('POST', '/admin/users', {
    email,
    firstname: 'Edda',
    lastname: 'Editor',
    roles: [role?.id],
  });
  await owner.send('PUT', `/admin/users/${user.data.id}`, { password: PASSWORD, isActive: true });
  return { email, password: PASSWORD };
}
