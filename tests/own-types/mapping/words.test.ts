import type { SettingsAnswer } from '../../../src/plugins/article-receiver/shared/settings/settings';
import type { WaitingPage } from '../../../src/plugins/article-receiver/shared/decisions/waiting';
import { adminApi } from '../../support/people/admin-api';
import { makeDelivery } from '../../support/feed/deliveries';
import { ownPosts } from '../../support/articles/own-posts';
import { OWN_TYPES, POST } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';

const FIELDS = { title: 'title', slug: 'slug', feedId: 'id' };

describe('a word for a language that says nothing to the site', () => {
  let site: Site;
  let posts: ReturnType<typeof ownPosts>;
  let api: ReturnType<typeof adminApi>;

  beforeAll(async () => {
    const target = { type: POST, fields: FIELDS, locale: { missing: 'create' } };
    site = await bootSite({ types: OWN_TYPES, pluginConfig: { target } });
    posts = ownPosts(site);
    api = adminApi(site);
  });
  afterAll(() => site?.destroy());

  const send = (language: string) => {
    const delivery = makeDelivery({ article: { language } });
    return posts.send(delivery).then((deliveryId) => ({ delivery, deliveryId }));
  };
  const settings = async () => (await api.get('/settings')).body as SettingsAnswer;

  it.each([
    ['a code that Strapi does not know', 'zz', 'localeUnknown'],
    ['no code', 'Plattdeutsch', 'localeMissing'],
  ])('%s is decided like a status word, for all that wait', async (_what, word, reasonCode) => {
    const first = await send(word);
    const second = await send(word.toUpperCase());
    const decision = { kind: 'language', word, locales: ['en'], deliveries: 2 };
    expect(await api.delivery(first.deliveryId)).toMatchObject({
      state: 'parked',
      reasonCode,
      decision,
    });
    const { results } = (await api.get('/waiting')).body as WaitingPage;
    expect(results.flatMap(({ waits }) => waits.map(({ kind }) => kind))).toEqual(['word', 'word']);

    const { body } = await api.post('/deliveries/decide', {
      decisions: [{ deliveryId: second.deliveryId, locale: 'en' }],
    });
    expect(body).toMatchObject({ results: [{ result: { locale: 'en', redriven: 2 } }] });
    await site.settle();
    for (const { delivery } of [first, second]) {
      expect((await posts.draftOf(delivery)).title).toBe(delivery.article.title);
    }
    expect((await settings()).values.languageMap).toHaveProperty(word.toLowerCase(), 'en');
  });

  it('is named itself, not the locale that was to stand for it', async () => {
    await api.put('/settings', { languageMap: { fantasy: 'zz' } });
    const { delivery, deliveryId } = await send('Fantasy');
    expect(await api.delivery(deliveryId)).toMatchObject({
      reasonCode: 'localeUnknown',
      decision: { word: 'Fantasy', fixedByConfig: false },
    });
    await api.post(`/deliveries/${deliveryId}/decide`, { locale: 'en' });
    await site.settle();
    expect((await posts.draftOf(delivery)).title).toBe(delivery.article.title);
  });

  it('is decided where it is long, and the part of it that is shown ends with a space', async () => {
    const { delivery, deliveryId } = await send(
      `${'Low German of the coast between the Ems and Jade'.padEnd(49, '.')} dialect`,
    );
    await api.post(`/deliveries/${deliveryId}/decide`, { locale: 'en' });
    await site.settle();
    expect((await api.delivery(deliveryId)).state).toBe('applied');
    expect((await posts.draftOf(delivery)).title).toBe(delivery.article.title);
  });

  it('goes on with the next start where the decision on it was cut off', async () => {
    const waiting = [await send('Dothraki'), await send('DOTHRAKI'), await send('Klingon')];
    await api.put('/settings', { languageMap: { dothraki: 'en' } });
    await site.restart();
    await site.settle();
    api = adminApi(site);
    const states = waiting.map(async ({ deliveryId }) => (await api.delivery(deliveryId)).state);
    expect(await Promise.all(states)).toEqual(['applied', 'applied', 'parked']);
  });

  it('can be given a locale of the site’s in the settings', async () => {
    expect((await settings()).locales).toEqual(['en']);
  });
});
