import type { PlannedPage } from '../../src/plugins/article-receiver/shared/articles/planned';
import type { WaitingPage } from '../../src/plugins/article-receiver/shared/decisions/waiting';
import { adminApi } from '../support/people/admin-api';
import { administratorAs, administratorWith, withEntries } from '../support/people/people';
import { bootSite, type Site } from '../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';

/** More than SQLite takes values in one statement (SQLITE_MAX_VARIABLE_NUMBER: 32,766). */
const MANY = 33_000;
/** Of these a suggestion waits, which an editor may decide on; of the others a word, which they may not. */
const OFFERED = 100;

const numbers = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${MANY})`;
const FILL = [
  `${numbers} insert into article_receiver_articles (document_id, title, slug, needs_attention)
     select 'document' || n, 'Title ' || n, 'slug-' || n, 1 from numbers`,
  `${numbers} insert into article_receiver_streams (stream_key, article_id, document_id, planned_for)
     select 'stream' || n, 'art_' || n, 'document' || n, '2999-01-01' from numbers`,
  `${numbers} insert into article_receiver_deliveries
     (delivery_id, digest, stream_key, article_id, event, title, source_status, state, reason_code, reason_values,
      received_at, state_changed_at, byte_size, duplicates, failures)
     select 'dlv_' || n, 'digest ' || n, 'stream' || n, 'art_' || n, 'article.status_changed', 'Title ' || n, 'asleep',
       'parked', 'statusUnmapped', '{"word":"asleep"}', n, n, 1000, 0, 0 from numbers where n > ${OFFERED}`,
  `${numbers} insert into article_receiver_suggestions
     (stream_key, document_id, field, value, delivery_position, state, created_at)
     select 'stream' || n, 'document' || n, 'title', '"Theirs"', n, 'open', n from numbers where n <= ${OFFERED}`,
];

describe('more articles than one statement can name', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({ pluginConfig: { publishOnReady: 'planned' } });
    await site.settle();
    for (const statement of FILL) await site.strapi.db.connection.raw(statement);
  });
  afterAll(() => site?.destroy());

  const ask = async <Body>(session: string, path: string): Promise<Body> => {
    const { body } = await site.request
      .get(path)
      .set('Authorization', `Bearer ${session}`)
      .expect(200);
    return body as Body;
  };
  /** How many the page has of what waits, and the list of articles. */
  const waitingFor = async (session: string) => {
    const page = await ask<WaitingPage>(session, '/article-receiver/waiting');
    const filter = 'filters[$and][0][needsAttention][$eq]=true';
    const path = `/content-manager/collection-types/${ARTICLE}?${filter}`;
    const { pagination } = await ask<Pick<WaitingPage, 'pagination'>>(session, path);
    return [page.articles, page.pagination.total, pagination.total];
  };

  it('wait for a decision, and are shown to each as far as they may decide', async () => {
    expect(await waitingFor(await site.adminToken())).toEqual([MANY, MANY, MANY]);
    const editor = await administratorAs(site, 'strapi-editor');
    expect(await waitingFor(editor)).toEqual([OFFERED, OFFERED, OFFERED]);
    const reader = await administratorWith(site, withEntries(ARTICLE, ['read']));
    expect(await waitingFor(reader)).toEqual([0, 0, 0]);
  });

  it('go online on a day to come', async () => {
    const { body } = await adminApi(site).get('/planned');
    expect((body as PlannedPage).pagination.total).toBe(MANY);
  });
});
