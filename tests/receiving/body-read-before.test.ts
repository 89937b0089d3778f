import { join } from 'node:path';
import { makeDelivery } from '../support/feed/deliveries';
import { logSize } from '../support/feed/event-log';
import { logLines, quietly } from '../support/log-lines';
import { post } from '../support/servers/http';
import { bootSite, type Site } from '../support/site/site';

const ALL = { 'x-read': 'all' };
const CAUSE = /a middleware of this site reads the body/;

describe('on a site with a middleware that reads bodies, a delivery', () => {
  let site: Site;

  beforeAll(async () => {
    const index = join(__dirname, '..', 'support', 'sites', 'reads-bodies.js');
    site = await bootSite({ index, pluginConfig: { bodyTimeoutMs: 2_000 } });
  });
  afterAll(() => site?.destroy());

  it('is taken where the middleware passes over it', async () => {
    expect((await site.deliver(makeDelivery())).status).toBe(202);
  });

  it.each([
    ['all of a small one', 'all', 10],
    ['all of a large one', 'all', 3_000_000],
    ['the beginning of a small one', 'beginning', 10],
    ['the beginning of a large one', 'beginning', 3_000_000],
  ])('is not kept in part where it reads %s, and the cause is named', async (_, read, size) => {
    const before = await logSize(site);
    const delivery = makeDelivery({ article: { content: 'x'.repeat(size) } });
    const lines = await logLines(site, async () => {
      const { status, body } = await site.deliver(delivery, { headers: { 'x-read': read } });
      expect({ status, message: body.error?.message }).toEqual({
        status: 500,
        message: expect.stringMatching(CAUSE),
      });
    });
    expect(lines.join('\n')).toMatch(CAUSE);
    expect(await logSize(site)).toBe(before);
  });

  it('that is empty is refused for the same cause', async () => {
    const { status } = await quietly(site, () => site.deliver('', { headers: ALL }));
    expect(status).toBe(500);
  });

  it('is refused for its token all the same, without a word of the body', async () => {
    const url = `${site.url}/api/article-receiver/webhook/another`;
    const answer = await post(url, makeDelivery(), { headers: ALL });
    expect(answer.status).toBe(401);
  });
});
