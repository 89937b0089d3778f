import '../support/site/environment';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ArticleOrigin } from '../../src/plugins/article-receiver/shared/articles/articles';
import { eventually } from '../support/eventually';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { adminApi } from '../support/people/admin-api';
import { openToThePublic } from '../support/people/public-reading';
import { LOOPBACK } from '../support/servers/front-end';
import { freePort } from '../support/servers/free-port';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';
import { cleanEnvironment, run } from './support/commands';
import { ROOT } from './support/packed-plugin';

const MANY = 105;

describe('the example front end', () => {
  let site: Site;
  let folder: string;
  let address: string;
  let preview: ChildProcess | undefined;

  const page = (path: string) => readFile(join(folder, 'dist', path), 'utf8');

  beforeAll(async () => {
    const port = await freePort();
    address = `http://127.0.0.1:${port}`;
    site = await bootSite({
      pluginConfig: {
        articleUrl: `${address}/articles/{slug}`,
        sweepIntervalMs: 100,
        checks: { enabled: true, withinMs: 1_000, privateRanges: LOOPBACK },
      },
    });
    await openToThePublic(site);
    const hero = await makeImage({ color: '#557799' }, { kind: 'hero', url: 'https://x.io/h.png' });
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: {
        title: 'Pour-over & more',
        slug: 'pour-over',
        status: 'published',
        content: `# Pour-over\n\nWater **first**. <script>alert(1)</script>\n\n[![Up](${hero.url})](${hero.url})\n`,
        images: [hero],
        heroImageUrl: hero.url,
        heroImageAlt: 'A "kettle"',
      },
    });
    delivery.article.files.jsonLd.content = JSON.stringify({
      '@type': 'Article',
      name: '</script><script>alert(2)</script>',
    });
    await site.deliver(delivery);
    const moved = makeDelivery({
      event: 'article.status_changed',
      article: { slug: 'moved-away', status: 'published' },
    });
    await site.deliver(moved);
    await site.settle();
    await site.deliver(nextDelivery(moved, { article: { slug: 'moved-here' } }));
    await site.deliver(makeDelivery({ article: { title: 'A draft', slug: 'a-draft' } }));
    for (let made = 0; made < MANY; made += 1) {
      const event = 'article.status_changed';
      const article = { slug: `more-${made}`, status: 'published' };
      await site.deliver(makeDelivery({ event, article }));
    }
    await site.settle();

    folder = await mkdtemp(join(tmpdir(), 'article-receiver-front-end-'));
    await cp(join(ROOT, 'examples', 'front-end'), folder, { recursive: true });
    const install = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await run('npm', install, { cwd: folder });
    const env = { STRAPI_URL: site.url, SITE_URL: address, ASTRO_TELEMETRY_DISABLED: '1' };
    await run('npm', ['run', 'build'], { cwd: folder, env });

    // What is built needs no Strapi any more.
    const options = ['--host', '127.0.0.1', '--port', String(port)];
    preview = spawn('npm', ['run', 'preview', '--', ...options], {
      cwd: folder,
      detached: true,
      stdio: 'ignore',
      env: {
        ...cleanEnvironment(),
        STRAPI_URL: 'http://127.0.0.1:9',
        ASTRO_TELEMETRY_DISABLED: '1',
      },
    });
    const isUp = () =>
      fetch(address).then(
        ({ ok }) => ok,
        () => preview?.exitCode !== null,
      );
    await until('the front end to be shown', isUp);
  });
  afterAll(async () => {
    // The whole group: npm has a child.
    if (preview?.pid && preview.exitCode === null) {
      process.kill(-preview.pid);
      await once(preview, 'exit');
    }
    await site?.destroy();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  it('shows an article with its hero image', async () => {
    const html = await page('articles/pour-over/index.html');
    expect(html).toContain('<h1>Pour-over &amp; more</h1>');
    expect(html).toContain('Water <strong>first</strong>.');
    const [, src = '', alt] = /<img src="([^"]+)" alt="([^"]*)"/.exec(html) ?? [];
    expect(alt).toMatch(/A (&quot;|&#34;)kettle/);
    const image = await fetch(src);
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('shows the images in its text, whose addresses have no host where the site does not know its own', async () => {
    const html = await page('articles/pour-over/index.html');
    const [, href, src] = /<a href="([^"]+)"><img src="([^"]+)" alt="Up">/.exec(html) ?? [];
    expect(src).toMatch(new RegExp(`^${site.url}/uploads/`));
    expect(href).toBe(src);
  });

  it('has the JSON-LD in the head, and no code of a stranger in the page', async () => {
    const html = await page('articles/pour-over/index.html');
    const head = html.slice(0, html.indexOf('</head>'));
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(head) ?? [];
    expect(JSON.parse(json)).toMatchObject({ '@type': 'Article' });
    expect(html.match(/<script/g)).toHaveLength(1);
  });

  it('has every published article, and no draft', async () => {
    const slugs = await readdir(join(folder, 'dist', 'articles'));
    expect(slugs.filter((slug) => slug !== 'moved-away')).toHaveLength(MANY + 2);
    expect(slugs).not.toContain('a-draft');
    expect((await page('index.html')).match(/<li>/g)).toHaveLength(MANY + 2);
  });

  it('leads from where an article was before to where it is', async () => {
    const html = await page('articles/moved-away/index.html');
    expect(html).toMatch(/http-equiv="refresh" content="0;\s?url=\/articles\/moved-here"/);
  });

  it('shows what was built, and the receiver finds its pages right', async () => {
    const api = adminApi(site);
    const { body } = await site.request.get(
      '/api/article-receiver/articles?filters[slug][$in]=pour-over&filters[slug][$in]=moved-here',
    );
    for (const { documentId } of (body as { data: { documentId: string }[] }).data) {
      await eventually(async () => {
        expect((await api.post(`/articles/${documentId}/look-again`)).status).toBe(202);
      });
      await eventually(async () => {
        const { data } = (await api.get(`/articles/${documentId}`)).body as { data: ArticleOrigin };
        expect(data.page).toMatchObject({ state: 'right', issues: [] });
      });
    }
  });

  it('has an llms.txt that leads to its own pages', async () => {
    const text = await page('llms.txt');
    expect(text).toContain(`(${address}/articles/pour-over)`);
    expect(text.match(/^- /gm)).toHaveLength(MANY + 2);
    expect(text).not.toContain('A draft');
  });
});
