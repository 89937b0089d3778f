import type { ArticleVersion } from '../../../src/plugins/article-receiver/shared/articles/articles';
import type { DryRun } from '../../../src/plugins/article-receiver/shared/deliveries/jobs';
import { contentApiToken } from '../../support/people/admin';
import { adminApi } from '../../support/people/admin-api';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { arriveInTurn } from '../../support/feed/event-log';
import { NOTE, NOTE_TARGET, OWN_TYPES, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const STATUS = { event: 'article.status_changed' };

interface Note {
  documentId: string;
  headline: string;
  address: string;
  [field: string]: unknown;
}

describe('a type without drafts and without locales', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: NOTE_TARGET } });
  });
  afterAll(() => site?.destroy());

  const send = (...deliveries: object[]) => arriveInTurn(site, ...deliveries);

  const notes = async (address: string) =>
    (await site.strapi.documents(NOTE as never).findMany({
      filters: { address },
      populate: { labels: true },
    } as never)) as unknown as Note[];

  const noteOf = async ({ article }: WireDelivery): Promise<Note> => {
    const [note] = await notes(article.slug);
    if (!note) throw new Error('there is no note');
    return note;
  };

  it('shows the newest delivery at once, and the feed’s status as a field', async () => {
    const first = makeDelivery({ article: { tags: ['Cold Brew'], content: '*a* <b>' } });
    await send(first);
    expect(await noteOf(first)).toMatchObject({
      headline: first.article.title,
      text: '*a* &lt;b>',
      html: '<p><em>a</em> &lt;b&gt;</p>',
      state: 'open',
      live: false,
      labels: [{ label: 'Cold Brew', handle: 'cold-brew' }],
    });
    const published = nextDelivery(first, { ...STATUS, article: { status: 'published' } });
    await send(published);
    expect(await noteOf(first)).toMatchObject({ state: 'live', live: true });
    await send(nextDelivery(published, { article: { status: 'archived' } }));
    expect(await noteOf(first)).toMatchObject({ state: 'gone', live: false });
    expect(await notes(first.article.slug)).toHaveLength(1);
  });

  it('says what the service last said of it where somebody goes back to an earlier text', async () => {
    const first = makeDelivery({ ...STATUS, article: { status: 'published', title: 'First' } });
    const firstId = await send(first);
    await send(nextDelivery(first, { article: { title: 'Second' } }));
    const { documentId } = await noteOf(first);
    const path = `/articles/${documentId}/versions/${firstId}`;
    const { body } = await adminApi(site).get(path);
    const { fields } = (body as { data: ArticleVersion }).data;
    expect(fields.map(({ field }) => field)).toEqual(['headline']);
    await adminApi(site).post(path, {});
    expect(await noteOf(first)).toMatchObject({ headline: 'First', state: 'live', live: true });
  });

  it('keeps an editor’s edits and fields that the mapping does not name', async () => {
    const first = makeDelivery();
    await send(first);
    const { documentId } = await noteOf(first);
    const data = { headline: 'Edited', remark: 'ours' };
    await site.strapi.documents(NOTE as never).update({ documentId, data } as never);
    await send(nextDelivery(first, { article: { title: 'Feed', content: 'New' } }));
    expect(await noteOf(first)).toMatchObject({ headline: 'Edited', remark: 'ours', text: 'New' });
  });

  it('gives each entry a slug of its own', async () => {
    const article = { slug: 'same-slug' };
    await send(makeDelivery({ article }), makeDelivery({ article }));
    expect(await notes('same-slug')).toHaveLength(1);
    expect(await notes('same-slug-2')).toHaveLength(1);
  });

  it('uses the site’s own entry for a relation, whatever its case, and never writes to it', async () => {
    const labels = site.strapi.documents('api::label.label' as never);
    const label = { label: 'Ours alone', handle: 'espresso' };
    const own = await labels.create({ data: label } as never);
    const first = makeDelivery({ article: { tags: ['Espresso', 'ESPRESSO'] } });
    await send(first);
    expect((await noteOf(first)).labels).toMatchObject([{ documentId: own.documentId, ...label }]);
  });

  it('has an entry for each name of which nothing can be written in ASCII letters', async () => {
    const labels = async (...tags: string[]) => {
      const delivery = makeDelivery({ article: { tags } });
      await send(delivery);
      return { delivery, of: async () => (await noteOf(delivery)).labels };
    };
    const tokyo = await labels('東京');
    const others = await labels('京都', '🎉', '東京');
    const handle = expect.stringMatching(/^tag-[0-9a-f]{8}$/) as string;
    expect(await tokyo.of()).toMatchObject([{ label: '東京', handle }]);
    expect(await others.of()).toMatchObject([
      { label: '京都', handle },
      { label: '🎉', handle },
      { label: '東京', handle },
    ]);
  });

  it('leaves the plugin’s own types out of sight', async () => {
    const token = await contentApiToken(site.strapi);
    for (const path of ['articles', 'tags', 'campaigns', 'media-assets']) {
      const { status } = await site.request
        .get(`/api/article-receiver/${path}`)
        .set('authorization', `Bearer ${token}`);
      expect(status).toBe(404);
    }
    const types = await site.request
      .get('/content-manager/content-types')
      .set('authorization', `Bearer ${await site.adminToken()}`);
    const { data } = types.body as { data: { uid: string; isDisplayed: boolean }[] };
    const shown = data.filter(({ isDisplayed }) => isDisplayed).map(({ uid }) => uid);
    expect(shown).toContain(NOTE);
    expect(shown.filter((uid) => uid.startsWith('plugin::article-receiver'))).toEqual([]);
    const tables = ['article', 'tag', 'campaign', 'media-asset'];
    for (const name of tables) {
      expect(await site.strapi.db.query(`plugin::article-receiver.${name}`).count()).toBe(0);
    }
  });

  it('takes the articles over when the site changes where they go, and back', async () => {
    const first = makeDelivery();
    await send(first);
    const { documentId } = await noteOf(first);
    const again = async (config: Record<string, unknown>) => {
      await site.restart(config);
      const { status } = await site.request
        .post('/article-receiver/rebuild')
        .set('authorization', `Bearer ${await site.adminToken()}`)
        .send({});
      expect(status).toBe(202);
      await site.settle();
    };
    await again({ enabled: true });
    const articles = site.strapi.documents('plugin::article-receiver.article');
    const filters = { sourceId: first.article.id };
    expect(await articles.findMany({ filters })).toHaveLength(1);
    await again({ target: NOTE_TARGET });
    expect(await notes(first.article.slug)).toMatchObject([{ documentId }]);
  });
});

describe('a dry run', () => {
  let site: Site;

  beforeAll(async () => {
    const fields = { ...NOTE_TARGET.fields, headline: 'description' };
    const target = { ...NOTE_TARGET, fields };
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
  });
  afterAll(() => site?.destroy());

  it('promises nothing that the type’s own rules will refuse', async () => {
    const without = makeDelivery({ article: { description: null as never } });
    const { body } = await site.deliver(without);
    await site.settle();
    const api = adminApi(site);
    const deliveryId = body.data?.deliveryId ?? '';
    expect((await api.delivery(deliveryId)).state).not.toBe('applied');
    const trial = await api.post('/deliveries/redrive', { ids: [deliveryId], dryRun: true });
    const { create, failed } = (trial.body as { data: DryRun }).data;
    const reason = expect.stringContaining('headline') as string;
    const told = { reason, reasonCode: 'siteLacks', reasonValues: expect.anything() };
    expect({ create, failed }).toEqual({
      create: 0,
      failed: [{ articleId: without.article.id, ...told }],
    });
  });
});

describe('the files of an article of the site’s own type', () => {
  let site: Site;

  beforeAll(async () => {
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target: POST_TARGET } });
  });
  afterAll(() => site?.destroy());

  it('are served from the fields that take them, once it is published', async () => {
    const token = await contentApiToken(site.strapi);
    const first = makeDelivery();
    const get = (file: string) =>
      site.request
        .get(`/api/article-receiver/articles/${first.article.slug}/${file}`)
        .set('authorization', `Bearer ${token}`);
    await site.deliver(first);
    await site.settle();
    expect((await get('llms.txt')).status).toBe(404);
    await site.deliver(nextDelivery(first, { ...STATUS, article: { status: 'published' } }));
    await site.settle();
    expect((await get('llms.txt')).text).toBe(first.article.files.llmTxt.content);
    expect((await get('json-ld')).headers['content-type']).toContain('application/ld+json');
  });
});

describe('a mapping that does not fit', () => {
  it.each([
    ['a field', { titel: 'title' }, /"target\.fields\.titel".*did you mean "title"/],
    [
      'a part of a component',
      { title: 'title', seo: { fields: { metaTitel: 'title' } } },
      /metaTitel.*"metaTitle"/,
    ],
    ['a value of the feed', { title: 'tittle' }, /no value "tittle"; did you mean "title"/],
  ])('keeps the site from starting and names %s', async (_, fields, message) => {
    const target = { ...POST_TARGET, fields };
    await expect(bootSite({ types: OWN_TYPES, pluginConfig: { target } })).rejects.toThrow(message);
  });
});
