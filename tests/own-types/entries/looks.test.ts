import { mappingOf } from '../../../src/plugins/article-receiver/server/src/entries/mapping-of';
import { readRow } from '../../../src/plugins/article-receiver/server/src/entries/read-entry';
import { lookAtEach } from '../../../src/plugins/article-receiver/server/src/run-context/looks';
import { makeDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

describe('what several look at together', () => {
  let site: Site;
  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
  });
  afterAll(() => site?.destroy());

  it('has for each of them the parts that it asks for', async () => {
    const posts = ownPosts(site);
    const delivery = makeDelivery();
    await posts.send(delivery);
    const { documentId } = await posts.draftOf(delivery);
    const mapping = mappingOf(site.strapi);
    const { title, seo } = mapping.shapes;
    const look = (shapes: object) =>
      readRow(
        site.strapi,
        { mapping: { ...mapping, shapes: shapes as typeof mapping.shapes }, locale: 'en' },
        documentId,
        'draft',
      );
    for (const asked of [
      [{ title }, { title, seo }],
      [{ title, seo }, { title }],
    ]) {
      const rows = await lookAtEach(asked, look, () => Promise.resolve());
      expect(rows.map((row) => row && 'seo' in row)).toEqual(asked.map((one) => 'seo' in one));
    }
  });
});
