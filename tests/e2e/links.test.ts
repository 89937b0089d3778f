import type { Browser, Page } from 'playwright-core';
import { makeDelivery } from '../support/feed/deliveries';
import { seriousFindings } from './support/accessibility';
import { signIn, startBrowser } from './support/browser';
import { go } from './support/going';
import { LOG } from './support/log-pages';
import { registerOwner, type Owner } from './support/people';
import { settled, startSite, type RunningSite } from './support/running-site';

const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';
const EN = 'https://blog.example.org/en';

const PLUGIN = {
  articleUrl: 'https://blog.example.org/{language}/{slug}',
  links: { from: ['/blog/{slug}'] },
};

let site: RunningSite;
let browser: Browser;
let owner: Owner;
let page: Page;

beforeAll(async () => {
  site = await startSite({ overlay: { plugin: PLUGIN } });
  owner = await registerOwner(site.url);
  browser = await startBrowser();
  const content = 'See [a](/blog/nobody) and [b](/blog/waiting).';
  const linking = { title: 'Pour-over coffee', language: 'en', content };
  await site.deliver(makeDelivery({ article: linking }));
  await site.deliver(makeDelivery({ article: { slug: 'waiting', language: 'en' } }));
  await settled(owner);
  page = await signIn(browser, site.url, owner);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

describe('links that lead nowhere', () => {
  it('are listed on a page of their own, with the reason', async () => {
    await page.getByRole('link', { name: 'Articles received', exact: true }).click();
    await page.getByRole('link', { name: 'Links', exact: true }).click();
    const row = page.locator('main').getByRole('listitem').filter({ hasText: 'Pour-over coffee' });
    await row.getByText(`${EN}/nobody`).waitFor();
    await row.getByText('There is no such article.').waitFor();
    await row.getByText('The article is not published.').waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    const sideways = 'document.documentElement.scrollWidth - window.innerWidth';
    await expect(page.evaluate(sideways)).resolves.toBeLessThanOrEqual(0);
  });

  it('are named beside the article', async () => {
    await page.getByRole('link', { name: 'Pour-over coffee' }).click();
    await page.waitForURL(new RegExp(ARTICLES.replaceAll('.', '\\.')));
    const panel = page.getByRole('group', { name: 'Content service' });
    await panel.getByRole('heading', { name: 'Links that lead nowhere' }).waitFor();
    await panel.getByText(`${EN}/waiting`).waitFor();
    await panel.getByText('The article is not published.').waitFor();
  });

  it('are where they were for whoever comes back from an article further down', async () => {
    const content = 'See [a](/blog/nobody).';
    for (let more = 1; more <= 20; more += 1) {
      const title = `More coffee ${more}`;
      await site.deliver(makeDelivery({ article: { title, language: 'en', content } }));
    }
    await settled(owner);
    await go(page, `${LOG}/links`);
    await page.getByRole('link', { name: 'More coffee 20' }).waitFor();
    await page.getByRole('button', { name: 'Older' }).click();
    await page.getByRole('link', { name: 'Pour-over coffee' }).click();
    await page.getByRole('group', { name: 'Content service' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Pour-over coffee' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'More coffee 20' }).waitFor();
  });
});
