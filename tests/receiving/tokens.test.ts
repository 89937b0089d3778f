import { createHash, randomBytes } from 'node:crypto';
import type { TokensService } from '../../src/plugins/article-receiver/server/src/tokens/service';
import {
  NAME_FAULTS,
  type NameFault,
  type NewToken,
  type TokenSummary,
} from '../../src/plugins/article-receiver/shared/settings/tokens';
import { adminApi } from '../support/people/admin-api';
import { eventually } from '../support/eventually';
import { makeDelivery } from '../support/feed/deliveries';
import { post } from '../support/servers/http';
import { fakeClock } from '../support/site/clock';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const TABLE = 'article_receiver_tokens';
const TOKENS = 'plugin::article-receiver.token';

describe('tokens of the webhook', () => {
  let site: Site;
  let api: ReturnType<typeof adminApi>;
  const logged: string[] = [];

  beforeAll(async () => {
    site = await bootSite({ pluginConfig: { tokens: ['a-token-of-the-configuration'] } });
    api = adminApi(site);
    site.strapi.log.level = 'silly';
    for (const transport of site.strapi.log.transports) transport.silent = true;
    site.strapi.log.on('data', (entry: unknown) => logged.push(JSON.stringify(entry)));
  });
  afterAll(() => site?.destroy());

  const webhook = (token: string) => `${site.url}/api/article-receiver/webhook/${token}`;
  const send = async (token: string) => (await post(webhook(token), makeDelivery())).status;

  const tokens = () => site.strapi.plugin('article-receiver').service('tokens') as TokensService;
  const list = async () => {
    const { body } = await api.get('/tokens');
    return (body as { results: TokenSummary[] }).results;
  };
  const find = async (id: string | null) => (await list()).find((token) => token.id === id);

  const posted = async (status: number, path: string, input?: object) => {
    const response = await api.post(path, input);
    expect(response.status).toBe(status);
    return response;
  };
  const create = async (name: string, more: object = {}) => {
    const { body } = await posted(201, '/tokens', { name, ...more });
    return body as NewToken;
  };
  const rotate = async ({ id }: TokenSummary, input: object = {}) => {
    const { body } = await posted(201, `/tokens/${id}/rotate`, input);
    return body as NewToken;
  };

  it('are listed with the address that they open', async () => {
    const { body } = await api.get('/tokens');
    expect(body).toMatchObject({
      webhook: { url: expect.stringMatching(/\/api\/article-receiver\/webhook$/) },
    });
  });

  it('are shown once, and stored as hashes', async () => {
    const response = await posted(201, '/tokens', { name: 'feed' });
    const made = response.body as NewToken;
    expect(response.headers['cache-control']).toBe('no-store');
    expect(made).toMatchObject({ name: 'feed', source: 'database', state: 'active' });
    expect(made.token).toMatch(/^ar_[A-Za-z0-9_-]{43}$/);

    const { token, ...summary } = made;
    expect(await find(made.id)).toEqual(summary);
    const hash = createHash('sha256').update(token).digest('hex');
    expect(JSON.stringify(await list())).not.toContain(hash);
    const rows = await site.strapi.db.query(TOKENS).findMany();
    expect(JSON.stringify(rows)).toContain(hash);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('open the webhook under their name', async () => {
    const { token } = await create('news');
    expect(await send(token)).toBe(202);
    const bearer = await post(`${site.url}/api/article-receiver/webhook`, makeDelivery(), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(bearer.status).toBe(202);
    const row = await site.strapi.db
      .query('plugin::article-receiver.log')
      .findOne({ select: ['token', 'remoteAddress'], orderBy: { id: 'desc' } });
    expect(row).toEqual({ token: 'news', remoteAddress: '127.0.0.1' });
  });

  it('of configuration and environment work beside them', async () => {
    expect(await send('a-token-of-the-configuration')).toBe(202);
    expect(await send(site.token)).toBe(202);
    const configured = (await list()).filter(({ source }) => source !== 'database');
    expect(configured).toEqual([
      expect.objectContaining({ id: null, name: 'config 1', source: 'config', state: 'active' }),
      expect.objectContaining({ id: null, name: 'environment 1', source: 'environment' }),
    ]);
  });

  it('never show in a log line', async () => {
    const made = await create('quiet');
    const successor = await rotate(made);
    expect([await send(made.token), await send(successor.token)]).toEqual([202, 202]);
    expect(logged.join('\n')).toContain('/article-receiver/webhook');
    expect(logged.join('\n')).not.toMatch(/ar_[A-Za-z0-9_-]{43}/);
  });

  it.each([
    ['no name', {}, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a long name', { name: 'n'.repeat(101) }, 'name'],
    ['a name of control characters', { name: 'a\nb' }, 'name'],
    ['a name of the configuration', { name: 'environment 1' }, 'name'],
    ['a time in the past', { name: 'x', expiresAt: '2001-01-01T00:00:00Z' }, 'expiresAt'],
    ['a time that is none', { name: 'x', expiresAt: 'tomorrow' }, 'expiresAt'],
  ])('are not made with %s', async (_what, input, path) => {
    const { body } = await posted(400, '/tokens', input);
    const { error } = body as { error: { details: { issues: { path: string }[] } } };
    expect(error.details.issues).toEqual([expect.objectContaining({ path })]);
  });

  it('are not made with a token that somebody brings', async () => {
    await posted(400, '/tokens', { name: 'own', token: 'own' });
  });

  it('have names of their own, which are free again after a revocation', async () => {
    const first = await create('twice');
    await posted(400, '/tokens', { name: 'twice' });
    await posted(200, `/tokens/${first.id}/revoke`);
    const second = await create('twice');
    expect([await send(first.token), await send(second.token)]).toEqual([401, 202]);
  });

  it('are revoked at once, for good', async () => {
    const { id, token } = await create('short-lived');
    expect(await send(token)).toBe(202);
    const { body } = await posted(200, `/tokens/${id}/revoke`);
    expect(body).toMatchObject({ id, state: 'revoked', revokedAt: expect.any(String) });
    expect(await send(token)).toBe(401);
    const again = await posted(200, `/tokens/${id}/revoke`);
    expect(again.body).toEqual(await find(id));
    await posted(404, '/tokens/tok_unknown/revoke');
  });

  it('can be taken out of the list once they work no more', async () => {
    const { id, token } = await create('long-gone');
    await posted(409, `/tokens/${id}/remove`);
    expect(await send(token)).toBe(202);
    await posted(200, `/tokens/${id}/revoke`);
    await posted(204, `/tokens/${id}/remove`);
    expect(await find(id)).toBeUndefined();
    expect(await send(token)).toBe(401);
    await posted(404, `/tokens/${id}/remove`);
  });

  it('work on beside their successor for the overlap', async () => {
    const old = await create('rotating');
    const successor = await rotate(old);
    expect(successor).toMatchObject({ name: 'rotating', state: 'active', expiresAt: null });
    expect([await send(old.token), await send(successor.token)]).toEqual([202, 202]);
    const replaced = await find(old.id);
    expect(replaced).toMatchObject({ state: 'replaced', replacedBy: successor.id });
    const overlap = Date.parse(replaced?.expiresAt ?? '') - Date.parse(successor.createdAt ?? '');
    expect(overlap).toBe(48 * 3_600_000);
  });

  it('that expire are not prolonged by the overlap', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const old = await create('expiring', { expiresAt });
    await rotate(old);
    expect(await find(old.id)).toMatchObject({ state: 'replaced', expiresAt });
  });

  it('end with an overlap of nothing', async () => {
    const old = await create('compromised');
    const successor = await rotate(old, { overlapMs: 0 });
    expect([await send(old.token), await send(successor.token)]).toEqual([401, 202]);
    expect(await find(old.id)).toMatchObject({ state: 'expired' });
  });

  it('are rotated while they are active only', async () => {
    const old = await create('once');
    const successor = await rotate(old);
    await posted(409, `/tokens/${old.id}/rotate`);
    await posted(200, `/tokens/${successor.id}/revoke`);
    await posted(409, `/tokens/${successor.id}/rotate`);
    await posted(404, '/tokens/tok_unknown/rotate');
    const { body } = await posted(400, `/tokens/${old.id}/rotate`, { overlapMs: -1 });
    expect(JSON.stringify(body)).toContain('overlapMs');
  });

  it('get one successor, however many ask at once', async () => {
    const old = await create('raced');
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.post(`/tokens/${old.id}/rotate`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('expire, and their successors live as long as they', async () => {
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const made = await create('lent', { expiresAt });
    expect(await send(made.token)).toBe(202);
    const successor = await rotate(made, { overlapMs: 60_000 });
    const lifetime = (token: TokenSummary) =>
      Date.parse(token.expiresAt ?? '') - Date.parse(token.createdAt ?? '');
    expect(lifetime(successor)).toBe(lifetime(made));

    const past = Date.now() - 1;
    await site.strapi.db
      .query(TOKENS)
      .update({ where: { tokenId: made.id }, data: { expiresAt: past } });
    await until('the answer 401', async () => (await send(made.token)) === 401);
    expect(await find(made.id)).toMatchObject({ state: 'expired' });
    expect(await send(successor.token)).toBe(202);
  });

  it('that another process makes and revokes are noticed', async () => {
    const token = `ar_${randomBytes(32).toString('base64url')}`;
    const hash = createHash('sha256').update(token).digest('hex');
    const tokenId = 'tok_elsewhere';
    const row = { tokenId, hash, name: 'elsewhere', createdAt: Date.now() };
    expect(await send(token)).toBe(401);
    await site.strapi.db.query(TOKENS).create({ data: row });
    await until('the answer 202', async () => (await send(token)) === 202);
    await site.strapi.db
      .query(TOKENS)
      .update({ where: { tokenId }, data: { revokedAt: Date.now() } });
    await until('the answer 401', async () => (await send(token)) === 401);
  });

  it('of the environment remember when and from where they were used last, too', async () => {
    expect(await send(site.token)).toBe(202);
    const configured = async () => (await list()).find(({ source }) => source === 'environment');
    await until('a recorded use', async () => (await configured())?.lastUsedAt !== null);
    expect((await configured())?.lastUsedAddress).toBe('127.0.0.1');
  });

  it.each([
    ['a test delivery’s', 'test delivery', 'test deliveries'],
    ['a test delivery’s in other letters', 'Test delivery abc', 'test deliveries'],
    ['one of the configuration', 'Config 1', 'the configuration'],
  ])('cannot have the name of %s, whoever asks for it', async (_what, name, whose) => {
    const { body } = await posted(400, '/tokens', { name });
    const { error } = body as { error: { message: string; details: { reason?: string } } };
    const reason = whose === 'the configuration' ? 'name-configured' : 'name-test';
    expect(error.details.reason).toBe(reason);
    expect(error.message).toBe(`name: tokens of ${whose} have names like this`);
    const asked = await tokens().create({ name, expiresAt: null });
    expect(NAME_FAULTS[asked as NameFault]).toContain(whose);
    expect((await list()).map((token) => token.name)).not.toContain(name);
  });

  it('are listed and counted where a name only resembles a test delivery’s', async () => {
    const count = await tokens().count();
    const resembling = { tokenId: 'tok_resembling', hash: 'a'.repeat(64), name: 'test delivery' };
    await site.strapi.db.query(TOKENS).create({ data: { ...resembling, createdAt: Date.now() } });
    expect(await find('tok_resembling')).toMatchObject({ name: 'test delivery', state: 'active' });
    expect(await tokens().count()).toBe(count + 1);
    await posted(200, '/tokens/tok_resembling/revoke');
  });

  it('remember when and from where they were used last, to the minute', async () => {
    const { id, token } = await create('used');
    expect(await find(id)).toMatchObject({ lastUsedAt: null, lastUsedAddress: null });
    expect(await send(token)).toBe(202);
    await until('a recorded use', async () => (await find(id))?.lastUsedAt !== null);
    const used = await find(id);
    expect(used?.lastUsedAddress).toBe('127.0.0.1');
    expect(await send(token)).toBe(202);
    expect(await find(id)).toEqual(used);
  });

  it('remember their last use, though the one before was written down by a clock that was ahead', async () => {
    const { id, token } = await create('ahead');
    const lastUsedAt = Date.now() + 3 * 365 * 24 * 60 * 60_000;
    await site.strapi.db.query(TOKENS).update({ where: { tokenId: id }, data: { lastUsedAt } });
    expect(await send(token)).toBe(202);
    await eventually(async () => {
      expect(Date.parse((await find(id))?.lastUsedAt ?? '')).toBeLessThan(lastUsedAt);
    });
  });

  it('and though this process wrote it down while its own clock was ahead', async () => {
    const { id, token } = await create('ahead here');
    const now = new Date();
    const ahead = new Date(now.getTime() + 24 * 60 * 60_000);
    // By the table: no session of an administrator's lasts until then.
    const isLastUsedAt = (time: Date) =>
      eventually(async () => {
        const row: unknown = await site.strapi.db.query(TOKENS).findOne({ where: { tokenId: id } });
        expect(Number((row as { lastUsedAt: unknown }).lastUsedAt)).toBe(time.getTime());
      });
    const setClock = fakeClock(ahead.toISOString());
    try {
      expect(await send(token)).toBe(202);
      await isLastUsedAt(ahead);
      setClock(now.toISOString());
      expect(await send(token)).toBe(202);
      await isLastUsedAt(now);
    } finally {
      jest.useRealTimers();
    }
  });

  it('that are known still open the webhook while their table is away', async () => {
    const { token } = await create('never used yet');
    expect(await send(site.token)).toBe(202);
    const rename = (from: string, to: string) =>
      site.strapi.db.connection.schema.renameTable(from, to);
    await rename(TABLE, `${TABLE}_away`);
    try {
      // Its use cannot be recorded, which is no reason to refuse a delivery.
      expect([await send(token), await send(site.token)]).toEqual([202, 202]);
      // For a second after the list was read, an unknown token is just unknown.
      await eventually(async () => {
        const unknown = await post(webhook('unknown'), makeDelivery());
        expect([unknown.status, unknown.headers.get('retry-after')]).toEqual([503, '10']);
      });
    } finally {
      await rename(`${TABLE}_away`, TABLE);
    }
    await until('the answer 401', async () => (await send('unknown')) === 401);
  });
});
