import { adminApi } from '../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { ownPosts } from '../support/articles/own-posts';
import { bootSite } from '../support/site/site';

interface Input {
  article: { language: string | null };
}

describe('links between articles', () => {
  it('lead to the language that the site’s own function gives an article', async () => {
    const transform = ({ article: { language } }: Input) => ({
      language: language === 'German' ? 'de' : language,
    });
    const articleUrl = 'https://blog.example.org/{language}/{slug}';
    const site = await bootSite({
      pluginConfig: { transform, articleUrl, links: { from: ['/blog/{slug}'] } },
    });
    try {
      const api = adminApi(site);
      const { send } = ownPosts(site);
      const language = 'German';
      const target = makeDelivery({ article: { slug: 'target', language } });
      const publishes = { event: 'article.status_changed', article: { status: 'published' } };
      await send(target, nextDelivery(target, publishes));
      const linking = makeDelivery({ article: { language, content: '[a](/blog/target)' } });
      const { documentId } = await api.delivery(await send(linking));
      const draft = await site.strapi
        .documents('plugin::article-receiver.article')
        .findOne({ documentId: documentId ?? '', status: 'draft' });
      const content = '[a](https://blog.example.org/de/target)';
      expect(draft).toMatchObject({ language: 'de', content });
      expect((await api.get('/dead-links')).body).toEqual({ results: [], next: null });
    } finally {
      await site.destroy();
    }
  });
});
