import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';
import { expectRebuilt } from '../../disorder/offered';

const CATEGORY = 'api::category.category';
const category = { from: 'category', match: 'name' };
const target = { ...POST_TARGET, fields: { ...POST_TARGET.fields, category } };
const published = { event: 'article.status_changed' };

describe('a category that an editor chose, and that is not in the language to which the article moves', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
    const locales = site.strapi.plugin('i18n').service('locales');
    await locales.create({ code: 'de', name: 'German (de)' });
  });
  afterAll(() => site?.destroy());

  async function makeCategory(name: string, locales: string[]): Promise<string> {
    const categories = site.strapi.documents(CATEGORY as never);
    const data = { name, slug: name.toLowerCase() };
    const { documentId } = await categories.create({ data } as never);
    for (const locale of locales) await categories.update({ documentId, locale, data } as never);
    return documentId;
  }

  it('makes way for the service’s, for readers as in the draft', async () => {
    const { send, edit, draftOf, find } = ownPosts(site);
    await makeCategory('News', ['de']);
    const chosen = await makeCategory('Ours', []);
    const first = makeDelivery({ article: { category: 'News' } });
    await send(first);
    await edit((await draftOf(first)).documentId, { category: chosen });
    const second = nextDelivery(first, { ...published, article: { status: 'published' } });
    await send(second);
    const { id } = first.article;
    expect(await find(id, 'published')).toMatchObject({ category: { name: 'Ours' } });

    const german = nextDelivery(second, {
      event: 'article.ready',
      article: { status: 'draft', language: 'de' },
    });
    await adminApi(site).redrive(await send(german));
    expect(await draftOf(first, 'de')).toMatchObject({ category: { name: 'News' } });
    expect(await find(id, 'published', 'de')).toMatchObject({ category: { name: 'News' } });
    await expectRebuilt(site);
  });
});
