import { parseFragment } from 'parse5';
import { makeDelivery, type WireArticle } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';
import { liveCode as liveCodeInMarkdown } from '../../src/plugins/article-receiver/server/src/text/markdown/markdown.test-support';
import { liveCode } from './support/live-code';
import { unfinished } from './support/outcome';

const SCRIPT = '<script>alert(1)</script>';

/** Markdown that runs code on a site that renders it carelessly. */
const ATTACKS = [
  SCRIPT,
  `text ${SCRIPT} text`,
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<a href="javascript:alert(1)">x</a>',
  '<div style="background:url(javascript:alert(1))">x</div>',
  '<form action="https://evil.example"><input name=password></form>',
  '<math><mtext></p><img src=x onerror=alert(1)></math>',
  '<!-- --><script>alert(1)</script>',
  '<script\n>alert(1)</script\n>',
  '<scr<script>ipt>alert(1)</script>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](<javascript:alert(1)>)',
  '[x](java\nscript:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](javascript&colon;alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:msgbox(1))',
  '![x](javascript:alert(1))',
  '[x][1]\n\n[1]: javascript:alert(1)',
  '<javascript:alert(1)>',
  '[x](https://e.com "\\"><script>alert(1)</script>")',
  '# <script>alert(1)</script>',
  '| a |\n|---|\n| <script>alert(1)</script> |',
  '- <img src=x onerror=alert(1)>',
  '> <svg onload=alert(1)>',
  '```\ncode\n```\n<script>alert(1)</script>',
  '`code` <script>alert(1)</script> `code`',
  '[^1]: <script>alert(1)</script>\n\ntext[^1]',
  '\\<script>alert(1)</script>',
  '&lt;b&gt; <script>alert(1)</script>',
  `>*\n    ${SCRIPT}`,
  `>-\n    ${SCRIPT}`,
  '>1.\n     <img src=x onerror=alert(1)>',
  '- >*\n      <iframe src="https://evil.example"></iframe>',
  `\`\`\`\na\n\n${SCRIPT}\n\`\`\``,
  `[^1]: \n\`\`\`\n${SCRIPT}\nx\n\`\`\``,
  '~~a `b~~ <img src=x onerror=alert(1)>`',
  '[x](y"onmouseover="alert(1))',
  '[x]()"onclick=alert(1) )',
  '[x](java\tscript:alert(1))',
];

const attackedGraph = (text: string) =>
  JSON.stringify({ '@graph': [{ name: text, [`key ${text}`]: [text] }] });

const files = (jsonLd: string, llmTxt: string): WireArticle['files'] => ({
  llmTxt: { fileName: 'x', contentType: 'text/html', encoding: 'utf-8', content: llmTxt },
  jsonLd: { contentType: 'text/html', encoding: 'utf-8', content: jsonLd },
});

interface PublicArticle {
  title: string;
  description: string;
  content: string;
  jsonLd: unknown;
  images: { alt: string; caption: string }[];
}

/** Delivers a published article and reads it as a front end does. */
async function published(site: Site, article: Partial<WireArticle>) {
  const delivery = makeDelivery({
    event: 'article.status_changed',
    article: { status: 'published', ...article },
  });
  expect((await site.deliver(delivery)).status).toBe(202);
  await site.settle();
  expect(await unfinished(site.strapi)).toBe(0);
  const base = '/api/article-receiver/articles';
  const get = (path: string) => site.request.get(path).set('Authorization', `Bearer ${token}`);
  const token = await site.apiToken();
  const query = `filters[sourceId]=${delivery.article.id}&populate[images]=true`;
  const { body } = await get(`${base}?${query}`).expect(200);
  const { data } = body as { data: PublicArticle[] };
  const file = (name: string) => get(`${base}/${delivery.article.slug}/${name}`).expect(200);
  return {
    article: data[0] as PublicArticle,
    llmsTxt: await file('llms.txt'),
    jsonLd: await file('json-ld'),
  };
}

/** The text of the only element in a page with this inside a script. */
function scriptsAround(text: string): number {
  const { childNodes } = parseFragment(`<script type="application/ld+json">${text}</script>`);
  return childNodes.length;
}

describe('what a consumer gets', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  it('would run the attacks otherwise', () => {
    const harmless = ATTACKS.filter((attack) => liveCodeInMarkdown(attack).length === 0);
    // Some only work with other renderers than this one.
    expect(harmless.length).toBeLessThan(ATTACKS.length / 5);
  });

  it('has no live code in its content, however carelessly that is rendered', async () => {
    for (const attack of ATTACKS) {
      const { article } = await published(site, { content: `Before.\n\n${attack}\n\nAfter.\n` });
      expect([attack, liveCodeInMarkdown(article.content)]).toEqual([attack, []]);
      expect(article.content).toMatch(/^Before\.\n[^]*After\.\n$/);
    }
    const { article } = await published(site, { content: ATTACKS.join('\n\n') });
    expect(liveCodeInMarkdown(article.content)).toEqual([]);
  });

  it('can put the JSON-LD into a script, from the route and from the article', async () => {
    for (const text of [`</script>${SCRIPT}`, '<!-- <script>', '</SCRIPT >', ']]><script>']) {
      const { article, jsonLd } = await published(site, { files: files(attackedGraph(text), 'x') });
      for (const json of [jsonLd.text, JSON.stringify(article.jsonLd)]) {
        expect(scriptsAround(json)).toBe(1);
        expect(liveCode(`<script type="application/ld+json">${json}</script>`)).toEqual([
          '<script>',
        ]);
      }
      expect(JSON.parse(jsonLd.text)).toEqual(article.jsonLd);
    }
  });

  it('gets llms.txt as text that no browser takes for anything else', async () => {
    const { llmsTxt, jsonLd } = await published(site, { files: files('{"a":1}', `# ${SCRIPT}`) });
    expect(llmsTxt.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(llmsTxt.headers['x-content-type-options']).toBe('nosniff');
    expect(llmsTxt.text).toBe(`# ${SCRIPT}`);
    expect(jsonLd.headers['content-type']).toMatch(/^application\/ld\+json/);
    expect(jsonLd.headers['x-content-type-options']).toBe('nosniff');
  });

  it('gets plain text as it was delivered: escaping it is the consumer’s part', async () => {
    const image = await makeImage({ color: '#010203' }, { alt: SCRIPT, caption: SCRIPT });
    const { article } = await published(site, {
      title: SCRIPT,
      description: SCRIPT,
      images: [image],
    });
    expect(article).toMatchObject({ title: SCRIPT, description: SCRIPT });
    expect(article.images).toEqual([expect.objectContaining({ alt: SCRIPT, caption: SCRIPT })]);
  });
});

describe('what a consumer gets where the site allows HTML', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({ pluginConfig: { html: 'allow' } });
  });
  afterAll(() => site?.destroy());

  it('has the HTML as it was delivered, without links that run code', async () => {
    const html = '<details><summary>More</summary>\n\n*text*\n\n</details>\n';
    const { article } = await published(site, { content: `${html}\n[x](javascript:alert(1))\n` });
    expect(article.content).toBe(`${html}\n[x](#)\n`);
  });

  it('has the JSON-LD as it was delivered, and safe to put into a script from its route', async () => {
    const graph = attackedGraph(`</script>${SCRIPT}`);
    const { article, jsonLd } = await published(site, { files: files(graph, 'x') });
    expect(article.jsonLd).toEqual(JSON.parse(graph));
    expect(JSON.parse(jsonLd.text)).toEqual(JSON.parse(graph));
    expect(scriptsAround(jsonLd.text)).toBe(1);
  });
});
