import { join } from 'node:path';
import { allowThePublic, openToThePublic } from '../support/people/public-reading';
import { bootSite, type Site } from '../support/site/site';

const PAGE = 'api::page.page';

/** More than SQLite takes values in one statement (SQLITE_MAX_VARIABLE_NUMBER: 32,766). */
const MANY = 33_000;
/** One of so many is a draft. */
const DRAFT = 10;

const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY + MANY / DRAFT})`;

describe('a page of the site’s own with more articles than one statement can name', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({ types: join(__dirname, '..', 'support', 'sites', 'linked') });
    await openToThePublic(site);
    const { strapi } = site;
    await allowThePublic(site, [`${PAGE}.find`]);
    const page = await strapi.documents(PAGE as never).create({ data: {} as never });
    await strapi.db.connection.raw(
      `${numbers} insert into article_receiver_articles (document_id, title, slug, published_at)
         select 'document' || n, 'Title ' || n, 'slug-' || n, case when n <= ${MANY} then 1 end from numbers`,
    );
    await strapi.db.connection.raw(
      `insert into pages_more_lnk (page_id, article_id, article_ord)
         select ?, id, id from article_receiver_articles`,
      [(page as { id: number }).id],
    );
  });
  afterAll(() => site?.destroy());

  it('is answered with those that are published', async () => {
    const query = 'populate[more][fields]=title';
    const { body } = await site.request.get(`/api/pages?${query}`).expect(200);
    const [{ more } = { more: [] }] = (body as { data: { more: object[] }[] }).data;
    expect(more).toHaveLength(MANY);
  });
});
