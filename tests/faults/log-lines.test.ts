import { createHash } from 'node:crypto';
import { refuse, takeAgain } from '../support/databases/refused-changes';
import { makeDelivery } from '../support/feed/deliveries';
import { logLines } from '../support/log-lines';
import { bootSite, type Site } from '../support/site/site';
import { until } from '../support/until';

const ARTICLE = 'plugin::article-receiver.article';
const WHY = 'the disk is in another room';

/** What knex says of a statement that failed begins with all of it, an article's whole text maybe. */
describe('what the log says where the database takes a statement no more', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  // Of a token that was used already it is not written down at once.
  it('is why, of the use of a token, and nothing of the token', async () => {
    const uses = { change: 'insert', table: 'article_receiver_token_uses', why: WHY } as const;
    await refuse(site, uses);
    const said: string[] = [];
    await logLines(site, async () => {
      site.strapi.log.on('data', ({ message }: { message?: unknown }) => {
        if (String(message).includes('use could not be recorded')) said.push(String(message));
      });
      expect((await site.deliver(makeDelivery())).status).toBe(202);
      await until('the line', () => said.length > 0);
    });
    await takeAgain(site, uses);
    expect(said.join('\n')).toContain(WHY);
    expect(said.join('\n')).not.toContain(createHash('sha256').update(site.token).digest('hex'));
  });

  it('is why, of a slug that an article could not take, and nothing of the article', async () => {
    const [first, second] = ['Had first', 'Not for the log'].map((title) =>
      makeDelivery({ article: { title, slug: 'wanted' } }),
    );
    for (const delivery of [first, second]) {
      await site.deliver(delivery ?? '');
      await site.settle();
    }
    const articles = site.strapi.documents(ARTICLE);
    const had = await articles.findFirst({ filters: { sourceId: first?.article.id } });
    await refuse(site, {
      change: 'update',
      table: 'article_receiver_articles',
      sourceId: second?.article.id ?? '',
      why: WHY,
    });
    const lines = await logLines(site, async () => {
      await articles.delete({ documentId: had?.documentId ?? '' });
      await site.settle();
    });
    const said = lines.filter((line) => line.includes('could not be settled'));
    expect(said.length).toBeGreaterThan(0);
    for (const line of said) expect(line).toContain(`could not be settled: ${WHY}`);
    expect(said.join('\n')).not.toMatch(/update|wanted/);
  });
});
