import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeDelivery } from '../support/feed/deliveries';
import { LOOPBACK, startFrontEnd, type FrontEnd } from '../support/servers/front-end';
import { ProcessSite } from '../support/site/process-site';
import { until } from '../support/until';

const published = () =>
  makeDelivery({ event: 'article.status_changed', article: { status: 'published' } });

/** What is known before the process is killed, and how often IndexNow is told in all. */
const POINTS = [
  ['what was published is noticed', 'after-commit', 1],
  ['a page is looked at', 'before-look', 1],
  ['what was seen of a page is recorded', 'after-look', 1],
  ['IndexNow is told', 'before-telling', 1],
  // It was told, and nobody knows.
  ['it is recorded that IndexNow was told', 'after-telling', 2],
] as const;

describe('a site that looks at pages and is killed', () => {
  let front: FrontEnd;
  let site: ProcessSite;

  beforeAll(async () => {
    front = await startFrontEnd();
  });
  afterAll(() => front?.close());
  afterEach(() => site?.destroy());

  it.each(POINTS)('before %s loses and doubles nothing', async (_, point, times) => {
    front.told.length = 0;
    const { articleUrl, endpoint } = front;
    const plugin = {
      articleUrl,
      sweepIntervalMs: 200,
      checks: { enabled: true, privateRanges: LOOPBACK },
      indexNow: { key: 'abcdefgh', endpoint },
    };
    site = await ProcessSite.create({ overlay: { plugin } });
    const file = join(site.directory, 'authority.pem');
    writeFileSync(file, front.certificate);
    const trust = { NODE_EXTRA_CA_CERTS: file };
    await site.startWell({ ...trust, ARTICLE_RECEIVER_KILL_AT: point });
    const delivery = published();
    const { slug, title } = delivery.article;
    const canonical = front.url(`/${slug}`);
    front.page(slug, { title, hero: null, jsonLd: { '@type': 'Article' }, canonical });
    await site.deliver(delivery);
    expect(await site.gone()).toEqual({ code: null, signal: 'SIGKILL' });

    // That the claim of the one who looks lapses by itself is shown once.
    if (point !== 'before-look') await site.letClaimsLapse();
    await site.startWell(trust);
    await until('all to be told', async () => {
      const { pages } = await site.client.status();
      return front.told.length >= times && pages?.indexNow?.waiting === 0 && pages.waiting === 0;
    });
    expect(front.told.map(({ urlList }) => urlList)).toEqual(
      Array.from({ length: times }, () => [canonical]),
    );
    expect((await site.client.status()).pages).toMatchObject({ wrong: 0 });
  });
});
