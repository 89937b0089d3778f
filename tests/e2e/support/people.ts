const PASSWORD = 'Test-password-1';

/** Somebody with an account in the admin, and a session for what a test prepares. */
export interface Person {
  email: string;
  password: string;
}

export interface Owner extends Person {
  get<T>(path: string): Promise<T>;
  send<T>(method: 'POST' | 'PUT', path: string, body: object): Promise<T>;
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
  };
}

/** Somebody whose role has none of the plugin's permissions. */
export async function registerStranger(owner: Owner): Promise<Person> {
  const role = await owner.send<{ data: { id: number } }>('POST', '/admin/roles', {
    name: 'Stranger',
    description: 'Sees nothing of the receiver',
  });
  const email = 'stranger@example.com';
  const user = await owner.send<{ data: { id: number } }>('POST', '/admin/users', {
    email,
    firstname: 'Stan',
    lastname: 'Stranger',
    roles: [role.data.id],
  });
  await owner.send('PUT', `/admin/users/${user.data.id}`, { password: PASSWORD, isActive: true });
  return { email, password: PASSWORD };
}
