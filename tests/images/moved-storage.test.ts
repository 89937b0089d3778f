import type { JobSummary } from '../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../support/people/admin-api';
import { shownArticle } from '../support/articles/articles';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { eventually } from '../support/eventually';
import { makeImage } from '../support/feed/images';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const FILE = 'plugin::upload.file';
const BUCKET = 'https://bucket.example.com/';

interface Row {
  id: number;
}
type File = Row & { url: string; formats: Record<string, { url: string }> };
type Texts = Row & Record<'content' | 'llmsTxt' | 'jsonLd', string>;

/** As a site does that moves its Media Library to a bucket: by statements, past Strapi. */
describe('articles whose files moved to another storage', () => {
  let site: Site;
  let colour = 0;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(async () => {
    await site?.destroy();
  });

  /** A published article that names its picture wherever the feed may name it. */
  async function arrive() {
    colour += 1;
    const hero = await makeImage({ width: 600, height: 300, color: `#10203${colour}` });
    const delivery = makeDelivery({
      event: 'article.status_changed',
      article: {
        status: 'published',
        slug: `moved-${colour}`,
        images: [hero],
        content: `# One\n\n![hero](${hero.url})\n`,
        files: {
          llmTxt: {
            fileName: 'a',
            contentType: 'text/plain',
            encoding: 'utf-8',
            content: `One ${hero.url}`,
          },
          jsonLd: {
            contentType: 'application/ld+json',
            encoding: 'utf-8',
            content: JSON.stringify({ '@type': 'Article', image: hero.url }),
          },
        },
      },
    });
    await site.deliver(delivery);
    await site.settle();
    return { delivery, hero };
  }

  const moved = (text: string) => text.replaceAll('/uploads/', BUCKET);

  async function moveFiles() {
    const files = site.strapi.db.query(FILE);
    for (const { id, url, formats } of (await files.findMany()) as File[])
      await files.update({
        where: { id },
        data: {
          provider: 'aws-s3',
          url: moved(url),
          formats: JSON.parse(moved(JSON.stringify(formats))) as object,
        },
      });
  }

  async function moveTexts() {
    const articles = site.strapi.db.query(ARTICLE);
    for (const { id, content, llmsTxt, jsonLd } of (await articles.findMany()) as Texts[])
      await articles.update({
        where: { id },
        data: {
          content: moved(content),
          llmsTxt: moved(llmsTxt),
          jsonLd: JSON.parse(moved(JSON.stringify(jsonLd))) as object,
        },
      });
  }

  async function rebuild() {
    const admin = adminApi(site);
    expect((await admin.post('/rebuild')).status).toBe(202);
    await eventually(async () => {
      const { data } = (await admin.get('/rebuild')).body as { data: JobSummary };
      expect(data).toMatchObject({ state: 'done', failed: 0 });
    });
  }

  it.each([
    ['only their addresses in the Media Library', [moveFiles]],
    ['those in the texts of articles, too', [moveFiles, moveTexts]],
  ])('lead there after a rebuild, when the move changed %s, and go on', async (_, steps) => {
    const { delivery, hero } = await arrive();
    for (const step of steps) await step();
    await rebuild();
    for (const status of ['draft', 'published'] as const) {
      const article = await shownArticle(site, delivery.article.id, status);
      for (const field of ['content', 'llmsTxt', 'jsonLd']) {
        const text = JSON.stringify(article?.[field]);
        expect(text).toContain(BUCKET);
        expect(text).not.toContain('/uploads/');
      }
    }

    await site.deliver(
      nextDelivery(delivery, { article: { content: `# Two\n\n![hero](${hero.url})\n` } }),
    );
    await site.settle();
    const newer = await shownArticle(site, delivery.article.id, 'published');
    expect(newer?.content).toContain('# Two');
    expect(newer?.content).toContain(BUCKET);
    expect(await site.strapi.db.query('plugin::article-receiver.suggestion').count()).toBe(0);
  });
});
