import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { seriousFindings } from './support/accessibility';
import { signIn, startBrowser } from './support/browser';
import { go } from './support/going';
import { registerOwner, type Owner } from './support/people';
import { settled, startSite, type RunningSite } from './support/running-site';

const TITLE = 'Pour-over coffee';
const SLUG = 'pour-over-coffee';
const PREVIEW = join(__dirname, '..', 'support', 'sites', 'preview.js');

let frontEnd: Server;
let site: RunningSite;
let browser: Browser;
let owner: Owner;
let page: Page;

/** A front end that forgot the hero image. */
const startFrontEnd = async (): Promise<string> => {
  frontEnd = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const isThere = pathname === `/${SLUG}`;
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
    const canonical = `<link rel="canonical" href="http://localhost${pathname}">`;
    const version = searchParams.get('status') === 'draft' ? 'As a draft' : 'As published';
    response.end(
      isThere ? `<html><head>${canonical}</head><h1>${TITLE}</h1><p>${version}</p></html>` : '',
    );
  });
  await new Promise<void>((resolve) => frontEnd.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(frontEnd.address() as AddressInfo).port}`;
};

beforeAll(async () => {
  const url = await startFrontEnd();
  process.env.FRONT_END_URL = url;
  const checks = { enabled: true, withinMs: 1_000, privateRanges: ['127.0.0.0/8'] };
  const plugin = { articleUrl: `${url}/{slug}`, checks, sweepIntervalMs: 500 };
  site = await startSite({ overlay: { plugin, siteFiles: { admin: PREVIEW } } });
  owner = await registerOwner(site.url);
  browser = await startBrowser();
  const hero = await makeImage({}, { kind: 'hero' });
  const ready = makeDelivery({
    article: { title: TITLE, slug: SLUG, images: [hero], heroImageUrl: hero.url },
  });
  await site.deliver(ready);
  await site.deliver(
    nextDelivery(ready, { event: 'article.status_changed', article: { status: 'published' } }),
  );
  await settled(owner);
  page = await signIn(browser, site.url, owner);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  frontEnd?.close();
  delete process.env.FRONT_END_URL;
});

describe('an article on the front end', () => {
  beforeEach(async () => {
    await go(page, '/admin/content-manager/collection-types/plugin::article-receiver.article');
    await page.getByRole('gridcell', { name: TITLE }).click();
  });

  it('is shown by Strapi’s own Preview, as a draft and as it is published', async () => {
    await page.getByRole('link', { name: 'Open preview' }).click();
    const shown = page.frameLocator('iframe');
    await shown.getByText('As a draft').waitFor();
    await page.getByRole('tab', { name: 'Published' }).click();
    await shown.getByText('As published').waitFor();
  });

  it('is looked at, and what its page lacks is named in the panel', async () => {
    const panel = page.getByRole('group', { name: 'Content service' });
    await panel.getByRole('heading', { name: 'Page on the site' }).waitFor();
    await panel.getByText('Something is not right:').waitFor();
    await panel.getByText('the page does not show the hero image').waitFor();
    expect(await panel.getByText('the page does not show the title').count()).toBe(0);
    await expect(seriousFindings(page, 'aside')).resolves.toEqual([]);
  });
});
