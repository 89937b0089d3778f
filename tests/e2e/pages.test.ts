import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { makeDelivery } from '../support/feed/deliveries';
import { seriousFindings } from './support/accessibility';
import { signIn, speak, startBrowser } from './support/browser';
import { registerOwner, type Owner } from './support/people';
import { settled, startSite, type RunningSite } from './support/running-site';

const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';

/** In place of what it shows: it breaks off. */
const CUT_OFF = 'cut off';

/** What the front end shows of each article. */
let html: string | null = null;

let front: Server;
let site: RunningSite;
let browser: Browser;
let owner: Owner;
let page: Page;

beforeAll(async () => {
  front = createServer((_request, response) => {
    if (html === CUT_OFF) return void response.destroy();
    response.writeHead(html === null ? 404 : 200, { 'content-type': 'text/html' }).end(html);
  }).listen(0, '127.0.0.1');
  await once(front, 'listening');
  const { port } = front.address() as AddressInfo;
  const plugin = {
    articleUrl: `http://127.0.0.1:${port}/{slug}`,
    checks: {
      enabled: true,
      withinMs: 0,
      parts: ['title', 'canonical'],
      privateRanges: ['127.0.0.0/8'],
    },
    // By itself no page is looked at twice in this test.
    retry: { firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 },
  };
  site = await startSite({ overlay: { plugin } });
  owner = await registerOwner(site.url);
  browser = await startBrowser();
  for (const [title, slug] of [
    ['Pour-over coffee', 'pour-over'],
    ['French press', 'french-press'],
  ]) {
    await site.deliver(
      makeDelivery({
        event: 'article.status_changed',
        article: { title, slug, status: 'published', language: 'en' },
      }),
    );
  }
  await settled(owner);
  page = await signIn(browser, site.url, owner);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  front?.close();
});

describe('pages that are not right', () => {
  it('are listed on a page of their own, until they are looked at again and right', async () => {
    await page.getByRole('link', { name: 'Articles received', exact: true }).click();
    await page.getByRole('link', { name: 'Pages', exact: true }).click();
    const rows = page.locator('main').getByRole('list', { name: 'Pages' });
    const row = rows.locator('> li').filter({ hasText: 'Pour-over coffee' });
    const other = rows.locator('> li').filter({ hasText: 'French press' });
    await row.getByText('404').waitFor();
    await other.getByText('404').waitFor();
    await row.getByRole('link', { name: /\/pour-over$/ }).waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    const sideways = 'document.documentElement.scrollWidth - window.innerWidth';
    await expect(page.evaluate(sideways)).resolves.toBeLessThanOrEqual(0);

    const canonical =
      (await row.getByRole('link', { name: /\/pour-over$/ }).getAttribute('href')) ?? '';
    html = `<link rel="canonical" href="${canonical}"><h1>Pour-over coffee</h1>`;
    // Whoever hears it does not see in which row it stands.
    await row.getByRole('button', { name: 'Look again: Pour-over coffee', exact: true }).click();
    await page.getByText('The page will be looked at in a moment.').waitFor();
    await row.waitFor({ state: 'detached' });
    await other.getByText('404').waitFor();
  });

  it('are named beside the article, with a way to look again', async () => {
    await page.getByRole('link', { name: 'French press' }).click();
    await page.waitForURL(new RegExp(ARTICLES.replaceAll('.', '\\.')));
    const panel = page.getByRole('group', { name: 'Content service' });
    await panel.getByText('Something is not right:').waitFor();
    await panel.getByRole('button', { name: 'Look again' }).click();
    await panel.getByText('the page does not show the title').waitFor();
  });

  it('say in the language of the panel that their server does not answer', async () => {
    html = CUT_OFF;
    const panel = page.getByRole('group', { name: 'Content service' });
    await panel.getByRole('button', { name: 'Look again' }).click();
    await panel.getByText('the connection failed').waitFor();
    await speak(page, 'de');
    await page.getByText('die Verbindung schlug fehl').waitFor();
  });
});
