import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { eventually } from '../support/eventually';
import { OWN_TYPES, POST } from '../support/articles/own-types';
import { seriousFindings } from './support/accessibility';
import { go } from './support/going';
import { openSite, type OpenedSite } from './support/opened-site';
import type { Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

const CONFIGURATION = '/admin/settings/article-receiver/configuration';

interface Settings {
  values: { languageMap: Record<string, string> };
}

describe('words that the service has for languages', () => {
  let site: RunningSite;
  let close: OpenedSite['close'] | undefined;
  let owner: Owner;
  let page: Page;

  beforeAll(async () => {
    const target = { type: POST, fields: { title: 'title', slug: 'slug', feedId: 'id' } };
    ({ site, owner, page, close } = await openSite({
      overlay: { plugin: { target }, types: OWN_TYPES },
    }));
  });
  afterAll(() => close?.());

  const table = () => page.locator('section').filter({ hasText: 'Languages of the service' });
  const words = async () =>
    (await owner.get<Settings>('/article-receiver/settings')).values.languageMap;

  it('get a locale in the settings, and lose it there', async () => {
    await go(page, CONFIGURATION);
    await table().getByLabel('Another language').fill('Spanish');
    await table().getByRole('button', { name: 'Add', exact: true }).click();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The settings are saved').first().waitFor();
    await expect(words()).resolves.toEqual({ spanish: 'en' });
    await table().getByRole('button', { name: 'Remove spanish' }).click();
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Save' }).click();
    await saved;
    await expect(words()).resolves.toEqual({});
  });

  it('are decided on where a delivery waits, and stand in the settings then', async () => {
    const id = await site.deliver(makeDelivery({ article: { language: 'Plattdeutsch' } }));
    await settled(owner);
    await go(page, `/admin/plugins/article-receiver/deliveries/${id}`);
    await page.getByRole('radio', { name: 'en' }).click();
    await page.getByRole('button', { name: /^Decide/ }).click();
    await page.getByText('The language is decided').first().waitFor();
    await go(page, CONFIGURATION);
    await table()
      .getByRole('row', { name: /plattdeutsch/ })
      .waitFor();
    await expect(words()).resolves.toEqual({ plattdeutsch: 'en' });
  });
});

describe('an article in another locale, where the site localizes Article', () => {
  const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';

  let site: RunningSite;
  let close: OpenedSite['close'] | undefined;
  let owner: Owner;
  let page: Page;

  beforeAll(async () => {
    const extension = join(__dirname, '..', 'support', 'sites', 'localized.js');
    ({ site, owner, page, close } = await openSite({ overlay: { extension } }));
    await owner.send('POST', '/i18n/locales', { name: 'German', code: 'de', isDefault: false });
    // The panel asks once which locales there are.
    await page.reload();
  });
  afterAll(() => close?.());

  it('is led to from the list of any locale, and decided on in its own', async () => {
    const article = { title: 'Filterkaffee', language: 'de' };
    const first = makeDelivery({ article });
    await site.deliver(first);
    await settled(owner);
    const { results } = await owner.get<{ results: { documentId: string }[] }>(
      `${ARTICLES}?locale=de`,
    );
    const [{ documentId = '' } = {}] = results;
    await owner.send('PUT', `${ARTICLES}/${documentId}?locale=de`, { tldr: 'Unseres.' });
    await site.deliver(nextDelivery(first, { article: { tldr: 'Ihres.' } }));
    await settled(owner);
    await go(page, `/admin${ARTICLES}?plugins[i18n][locale]=en`);
    await page.getByRole('link', { name: 'Waiting for you (1)' }).click();
    await page.getByRole('link', { name: 'Decide: Filterkaffee' }).click();
    const panel = page.getByRole('group', { name: 'Content service' });
    const suggestion = panel.getByRole('region', { name: 'Summary (TL;DR)' });
    await suggestion.getByRole('button', { name: 'Accept' }).click();
    await panel.getByText('1 suggestion').waitFor({ state: 'detached' });
    await eventually(async () =>
      expect(await page.getByLabel('Summary (TL;DR)').first().inputValue()).toBe('Ihres.'),
    );
  });
});

describe('a translation of an article that the service writes', () => {
  const POSTS = `/content-manager/collection-types/${POST}`;

  let site: RunningSite;
  let close: OpenedSite['close'] | undefined;
  let owner: Owner;
  let page: Page;

  beforeAll(async () => {
    const target = { type: POST, fields: { title: 'title', slug: 'slug', feedId: 'id' } };
    ({ site, owner, page, close } = await openSite({
      overlay: { plugin: { target }, types: OWN_TYPES },
    }));
    await owner.send('POST', '/i18n/locales', { name: 'German', code: 'de', isDefault: false });
    // The panel asks once which locales there are.
    await page.reload();
  });
  afterAll(() => close?.());

  it('has nothing to decide in it, and leads to where that is', async () => {
    const first = makeDelivery({ article: { title: 'Filter coffee', language: 'en' } });
    await site.deliver(first);
    await settled(owner);
    const { results } = await owner.get<{ results: { documentId: string }[] }>(POSTS);
    const [{ documentId = '' } = {}] = results;
    await owner.send('PUT', `${POSTS}/${documentId}?locale=en`, { title: 'Ours' });
    await owner.send('PUT', `${POSTS}/${documentId}?locale=de`, { title: 'Filterkaffee' });
    await site.deliver(nextDelivery(first, { article: { title: 'Theirs' } }));
    await settled(owner);
    await go(page, `/admin${POSTS}/${documentId}?plugins[i18n][locale]=de`);
    const panel = page.getByRole('group', { name: 'Content service' });
    await panel.getByText('This is a translation').waitFor();
    await expect(panel.getByRole('button').count()).resolves.toBe(0);
    await expect(panel.innerText()).resolves.not.toMatch(/Theirs|Changed by editors/);
    await expect(panel.innerText()).resolves.toMatch('the entry in English');
    await expect(seriousFindings(page, '[aria-label="Content service"]')).resolves.toEqual([]);
    await panel.getByRole('link', { name: 'Go to that entry' }).click();
    await panel.getByRole('button', { name: 'Accept' }).waitFor();
    await expect(panel.innerText()).resolves.not.toMatch('This is a translation');
    expect(await page.getByLabel('title').first().inputValue()).toBe('Ours');
  });
});
