import { rm } from 'node:fs/promises';
import { offeredFields } from '../../disorder/offered';
import { adminApi } from '../../support/people/admin-api';
import { contentManager } from '../../support/people/content-manager';
import { makeDelivery, nextDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { ownTypesWith, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

/** Strapi gives a timestamp back as milliseconds, in a text. */
const millisecondsOf = (instant: string) => String(Date.parse(instant));

describe('times in fields of type timestamp', () => {
  let site: Site;
  let types: string;
  let posts: ReturnType<typeof ownPosts>;

  beforeAll(async () => {
    types = await ownTypesWith('post', {
      revised: { type: 'timestamp' },
      checkedAt: { type: 'timestamp' },
    });
    const fields = { ...POST_TARGET.fields, revised: 'createdAt' };
    site = await bootSite({ types, pluginConfig: { target: { ...POST_TARGET, fields } } });
    posts = ownPosts(site);
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  it('are filled, follow the service, and are nobody’s edit', async () => {
    const [before, after] = ['2026-09-01T08:00:00.000Z', '2026-09-02T08:00:00.000Z'];
    const first = makeDelivery({ article: { createdAt: before } });
    expect(await posts.stateOf(await posts.send(first))).toMatchObject({ state: 'applied' });
    expect(await posts.draftOf(first)).toMatchObject({ revised: millisecondsOf(before) });
    await posts.send(nextDelivery(first, { article: { createdAt: after } }));
    const { documentId, revised } = await posts.draftOf(first);
    expect(revised).toBe(millisecondsOf(after));
    expect(await offeredFields(site, documentId)).toEqual([]);
    const { body } = await adminApi(site).post('/rebuild', { dryRun: true });
    expect(body.data).toMatchObject({ unchanged: 1, failed: [] });
  });

  it('keep nothing from being published where people fill them', async () => {
    const status = 'published';
    const first = makeDelivery({ event: 'article.status_changed', article: { status } });
    await posts.send(first);
    const forms = contentManager(site, POST);
    const form = await forms.open((await posts.draftOf(first)).documentId, 'en');
    const checkedAt = '2026-09-03T08:00:00.000Z';
    await forms.save(form, { checkedAt }, { locale: 'en', publish: true });
    const next = nextDelivery(first, { article: { status, title: 'Newer' } });
    expect(await posts.stateOf(await posts.send(next))).toMatchObject({ state: 'applied' });
    expect(await posts.find(first.article.id, status)).toMatchObject({
      title: 'Newer',
      checkedAt: millisecondsOf(checkedAt),
    });
  });

  it.each([
    ['a text', (time: string) => time],
    ['a number', Number],
  ])('may be saved as milliseconds in %s, as in a field of type datetime', async (_, written) => {
    const first = makeDelivery();
    await posts.send(first);
    const { documentId } = await posts.draftOf(first);
    const time = written(millisecondsOf('2026-09-04T08:00:00.000Z'));
    await posts.edit(documentId, { changedAt: time, revised: time, checkedAt: time });
    expect(await posts.draftOf(first)).toMatchObject({
      changedAt: '2026-09-04T08:00:00.000Z',
      revised: millisecondsOf('2026-09-04T08:00:00.000Z'),
    });
  });

  it('are refused by Strapi, in its own words, where they are none', async () => {
    const first = makeDelivery();
    await posts.send(first);
    const forms = contentManager(site, POST);
    const form = await forms.open((await posts.draftOf(first)).documentId, 'en');
    const saved = forms.save(form, { changedAt: 'soon' }, { locale: 'en' });
    await expect(saved).rejects.toThrow('expected a timestamp or an ISO date');
  });
});
