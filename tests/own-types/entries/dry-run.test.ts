import { rm } from 'node:fs/promises';
import type { DryRun } from '../../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../../support/people/admin-api';
import { makeDelivery } from '../../support/feed/deliveries';
import { eventually } from '../../support/eventually';
import { ownPosts } from '../../support/articles/own-posts';
import { ownTypesWith, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const WITH_TLDR = { ...POST_TARGET, fields: { ...POST_TARGET.fields, excerpt: 'tldr' } };

describe('a dry run of what is published already', () => {
  let site: Site;
  let types: string;
  beforeAll(async () => {
    types = await ownTypesWith('post', { title: { unique: true } });
    site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  it('foresees that it is published again, as the rebuild then does', async () => {
    const event = 'article.status_changed';
    const one = makeDelivery({ event, article: { status: 'published' } });
    const other = makeDelivery({ event, article: { status: 'published' } });
    await ownPosts(site).send(one, other);
    await site.restart({ target: WITH_TLDR });
    const admin = adminApi(site);
    const { body } = await admin.post('/rebuild', { dryRun: true });
    const { publish, changes } = body.data as DryRun;
    expect(publish).toBe(2);
    expect(changes.map(({ publication, states }) => ({ publication, states }))).toEqual([
      { publication: 'publish', states: [] },
      { publication: 'publish', states: [] },
    ]);
    expect((await admin.post('/rebuild')).status).toBe(202);
    await eventually(async () => {
      expect((await admin.get('/rebuild')).body.data).toMatchObject({ state: 'done' });
    });
    await site.settle();
    expect(await ownPosts(site).find(one.article.id, 'published')).toMatchObject({
      excerpt: one.article.tldr,
    });
  });

  it('still foresees that it is refused, for a title that another entry has by now', async () => {
    await site.restart({ target: POST_TARGET });
    const event = 'article.status_changed';
    const one = makeDelivery({ event, article: { status: 'published', title: 'The only one' } });
    await ownPosts(site).send(one);
    // As an import straight into the database leaves it.
    const twin = { title: 'The only one', slug: 'a-twin', locale: 'en', publishedAt: new Date() };
    await site.strapi.db.query(POST).create({ data: { ...twin, documentId: 'twin' } });
    await site.restart({ target: WITH_TLDR });
    const { body } = await adminApi(site).post('/rebuild', { dryRun: true });
    const { changes } = body.data as DryRun;
    const change = changes.find(({ articleId }) => articleId === one.article.id);
    expect(change).toMatchObject({ publication: 'none', states: [{ to: 'parked' }] });
  });
});
