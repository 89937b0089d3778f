import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { apiTokenOf } from '../support/articles/articles';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { NOTE, NOTE_TARGET, OWN_TYPES, ownTypesWith } from '../support/articles/own-types';
import { openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';

const LIST = '/api/article-receiver/llms.txt';
const published = (article: object) =>
  makeDelivery({ event: 'article.status_changed', article: { status: 'published', ...article } });

describe('the list of articles for language models', () => {
  let site: Site;

  const read = async (): Promise<string> => {
    const response = await site.request.get(LIST).expect(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    return response.text;
  };

  beforeAll(async () => {
    site = await bootSite({ env: { PUBLIC_URL: 'https://blog.example.org/' } });
    const first = published({ title: 'First', slug: 'first', description: 'Comes first.' });
    const hostile = published({
      title: 'Brackets ](https://evil.example) [x\n# Heading',
      slug: 'brackets',
      description: 'Two\nlines\u2028and more',
    });
    const bare = published({ title: 'Bare', slug: 'bare', description: '' });
    bare.article.files.llmTxt.content = '';
    const withdrawn = published({ title: 'Withdrawn', slug: 'withdrawn' });
    for (const delivery of [
      first,
      hostile,
      bare,
      withdrawn,
      nextDelivery(withdrawn, { article: { status: 'archived' } }),
      makeDelivery({ article: { title: 'Only a draft', slug: 'only-a-draft' } }),
    ]) {
      await site.deliver(delivery);
    }
    await site.settle();
  });
  afterAll(() => site?.destroy());

  it('is for whoever may list the articles', async () => {
    await site.request.get(LIST).expect(403);
    const token = await apiTokenOf(site);
    await site.request.get(LIST).set('Authorization', `Bearer ${token}`).expect(200);
    await openToThePublic(site);
    await site.request.get(LIST).expect(200);
  });

  it('names every published article on a line of its own, and no other', async () => {
    const text = await read();
    const lines = text.split('\n');
    expect(lines.slice(0, 4)).toEqual(['# blog.example.org', '', '## Articles', '']);
    const articles = lines.slice(4).filter((line) => line !== '');
    expect(articles).toHaveLength(3);
    expect(articles).toContain(
      '- [First](https://blog.example.org/api/article-receiver/articles/first/llms.txt): Comes first.',
    );
    expect(text).toContain('[Brackets \\](https://evil.example) \\[x # Heading](https://blog.');
    expect(text).toContain('): Two lines and more\n');
    expect(text).not.toMatch(/draft|Withdrawn/i);
  });

  it('leads to addresses that answer, also for an article without an llms.txt of its own', async () => {
    const links = [...(await read()).matchAll(/\]\((https:\/\/blog\.example\.org(\/api\S*?))\)/g)];
    expect(links).toHaveLength(3);
    for (const [, , path = ''] of links) await site.request.get(path).expect(200);
  });

  it('goes on after the first page', async () => {
    const row = {
      locale: null,
      publishedAt: new Date(),
      description: 'One of many',
    };
    for (let made = 0; made < 600; made += 1) {
      const data = {
        ...row,
        documentId: `many${made}`,
        title: `Many ${made}`,
        slug: `many-${made}`,
      };
      await site.strapi.db.query('plugin::article-receiver.article').create({ data });
    }
    const text = await read();
    expect(text.match(/^- /gm)).toHaveLength(603);
    for (const title of ['First', 'Many 0', 'Many 99', 'Many 599']) {
      expect(text).toContain(`- [${title}](`);
    }
  });

  it("leads to the front end's pages where their address is set", async () => {
    await site.restart({
      llmsTxt: {
        articleUrl: 'https://www.example.com/read/{slug}',
        title: 'The Coffee Blog',
        description: 'All about coffee.',
      },
    });
    const text = await read();
    expect(text).toMatch(/^# The Coffee Blog\n\n> All about coffee\.\n\n## Articles\n\n- \[/);
    expect(text).toContain('- [First](https://www.example.com/read/first): Comes first.');
  });

  it.each([
    ['goes by articleUrl, whatever server.url says', {}, 'https://front.example/first'],
    [
      'goes by its own option rather than by articleUrl',
      { llmsTxt: { articleUrl: 'https://list.example/{slug}' } },
      'https://list.example/first',
    ],
  ])('%s', async (_, config, address) => {
    await site.restart({ articleUrl: 'https://front.example/{slug}', ...config });
    expect(await read()).toContain(`- [First](${address}): Comes first.`);
  });
});

describe('a site without a public address', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
    await openToThePublic(site);
  });
  afterAll(() => site?.destroy());

  it('has no list, and says what to set', async () => {
    const { body } = await site.request.get(LIST).expect(404);
    const { message } = (body as { error: { message: string } }).error;
    expect(message).toContain('server.url');
    expect(message).toContain('articleUrl');
  });

  it('has one once articleUrl says where articles are', async () => {
    await site.deliver(published({ title: 'Elsewhere', slug: 'elsewhere' }));
    await site.settle();
    await site.restart({ articleUrl: 'https://front.example/{slug}' });
    const { text } = await site.request.get(LIST).expect(200);
    expect(text).toMatch(/^# front\.example\n/);
    expect(text).toContain('- [Elsewhere](https://front.example/elsewhere)');
  });

  it('is called by the host of its articles where the site’s function has none in English', async () => {
    await site.restart({
      articleUrl: ({ slug, language }: { slug: string; language: string | null }) =>
        language === 'de' ? `https://artikel.example/${slug}` : null,
    });
    const list = async () => (await site.request.get(LIST).expect(200)).text;
    expect(await list()).toMatch(/^# Articles\n/);
    await site.deliver(published({ title: 'Kette', slug: 'kette', language: 'de' }));
    await site.settle();
    expect(await list()).toMatch(
      /^# artikel\.example\n[^]*\[Kette\]\(https:\/\/artikel\.example\/kette\)/,
    );
  });
});

describe('an Article with locales', () => {
  let site: Site;
  beforeAll(async () => {
    const extension = join(__dirname, '..', 'support', 'sites', 'localized.js');
    site = await bootSite({ extension, env: { PUBLIC_URL: 'https://blog.example.org' } });
    await site.strapi.plugin('i18n').service('locales').create({ code: 'de', name: 'German (de)' });
  });
  afterAll(() => site?.destroy());

  it('is led to in its locale, also where it has no llms.txt of its own', async () => {
    const bare = published({ title: 'Kette', slug: 'kette', language: 'de' });
    bare.article.files.llmTxt.content = '';
    await site.deliver(bare);
    await site.deliver(published({ title: 'Mühle', slug: 'muehle', language: 'de' }));
    await site.settle();
    await openToThePublic(site);
    const { text } = await site.request.get(LIST).expect(200);
    const links = [...text.matchAll(/\]\(https:\/\/blog\.example\.org(\/api\S*?)\)/g)];
    expect(links).toHaveLength(2);
    for (const [, path = ''] of links) await site.request.get(path).expect(200);
  });
});

describe('a type of the site’s own whose titles are made of others', () => {
  let site: Site;
  beforeAll(async () => {
    const fields = { ...NOTE_TARGET.fields, headline: { text: '{title} | Coffee' } };
    const pluginConfig = {
      target: { ...NOTE_TARGET, fields },
      articleUrl: 'https://front.example/{slug}',
    };
    site = await bootSite({ types: OWN_TYPES, pluginConfig });
  });
  afterAll(() => site?.destroy());

  it('has its articles in the list, by their slugs', async () => {
    await site.deliver(published({ title: 'Composed', slug: 'composed' }));
    await site.settle();
    const { text } = await site.request
      .get(LIST)
      .set('Authorization', `Bearer ${await site.apiToken()}`)
      .expect(200);
    expect(text).toContain('- [composed](https://front.example/composed)');
  });
});

describe('a type of the site’s own with private fields', () => {
  let site: Site;
  let types: string;
  beforeAll(async () => {
    const hidden = { private: true };
    const structured = { type: 'json', ...hidden };
    const headline = { required: false };
    types = await ownTypesWith('note', { headline, remark: hidden, text: hidden, structured });
    const files = { text: 'llmsTxt', structured: 'jsonLd' };
    const fields = { ...NOTE_TARGET.fields, remark: 'description', ...files };
    const articleUrl = 'https://front.example/{slug}';
    site = await bootSite({
      types,
      pluginConfig: { target: { ...NOTE_TARGET, fields }, articleUrl },
    });
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  it('has nothing of them in the list, as in Strapi’s own answers', async () => {
    const article = { title: 'For all', slug: 'for-all', description: 'For us alone.' };
    await site.deliver(published(article));
    await site.settle();
    const { text } = await site.request
      .get(LIST)
      .set('Authorization', `Bearer ${await site.apiToken()}`)
      .expect(200);
    expect(text).toContain('- [For all](https://front.example/for-all)\n');
    expect(text).not.toContain('For us alone');
  });

  it('has an article that has no title in the list by its slug', async () => {
    const article = { title: 'Taken away', slug: 'without-title' };
    await site.deliver(published(article));
    await site.settle();
    const list = async () =>
      (await site.request.get(LIST).set('Authorization', `Bearer ${await site.apiToken()}`)).text;
    expect(await list()).toContain('- [Taken away](https://front.example/without-title)');
    const notes = site.strapi.documents(NOTE as never);
    const filters = { address: article.slug };
    const { documentId } = (await notes.findFirst({ filters } as never)) as { documentId: string };
    for (const headline of ['', ' \u00a0', null]) {
      await notes.update({ documentId, data: { headline } } as never);
      expect(await list()).toContain('- [without-title](https://front.example/without-title)');
    }
  });

  it('sends no file out of them, whoever may read its entries', async () => {
    await site.deliver(published({ title: 'With files', slug: 'with-files' }));
    await site.settle();
    const row = await site.strapi.db.query(NOTE).findOne({ where: { address: 'with-files' } });
    expect(row).toMatchObject({ text: '# With files\n', structured: expect.anything() });
    for (const file of ['llms.txt', 'json-ld']) {
      const { status } = await site.request
        .get(`/api/article-receiver/articles/with-files/${file}`)
        .set('Authorization', `Bearer ${await site.apiToken()}`);
      expect(status).toBe(404);
    }
  });
});
