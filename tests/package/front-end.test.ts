import '../support/site/environment';
import { cp, mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';
import { run } from './support/commands';
import { ROOT } from './support/packed-plugin';

const MANY = 105;

describe('the example front end', () => {
  let site: Site;
  let folder: string;

  const page = (path: string) => readFile(join(folder, 'dist', path), 'utf8');

  beforeAll(async () => {
    site = await bootSite({
      pluginConfig: { llmsTxt: { articleUrl: 'https://www.example.org/articles/{slug}' } },
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
    const env = { STRAPI_URL: site.url, ASTRO_TELEMETRY_DISABLED: '1' };
    await run('npm', ['run', 'build'], { cwd: folder, env });
  });
  afterAll(async () => {
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

  it('has an llms.txt that leads to its own pages', async () => {
    const text = await page('llms.txt');
    expect(text).toContain('(https://www.example.org/articles/pour-over)');
    expect(text.match(/^- /gm)).toHaveLength(MANY + 2);
    expect(text).not.toContain('A draft');
  });
});
