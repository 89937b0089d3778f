import type { Browser, Page } from 'playwright-core';
import { makeImage } from '../support/feed/images';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { seriousFindings } from './support/accessibility';
import { dismissNews, picture, signInByHand, startBrowser } from './support/browser';
import { go, lookAwayAndBack } from './support/going';
import { LOG } from './support/log-pages';
import { registerOwner, type Owner } from './support/people';
import { settled, startSite, type RunningSite } from './support/running-site';

let site: RunningSite;
let browser: Browser;
let owner: Owner;
let page: Page;
let token: string;
let article: WireDelivery;

/** A new site, on which nobody has done anything yet. Each test goes on where the last one ended. */
beforeAll(async () => {
  // What failed waits for somebody instead of being tried again meanwhile.
  const overlay = { plugin: { retry: { firstDelayMs: 600_000 } } };
  site = await startSite({ hasToken: false, overlay });
  owner = await registerOwner(site.url);
  browser = await startBrowser();
  page = await signInByHand(browser, site.url, owner);
  await dismissNews(page);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const panel = () => page.locator('aside:has(> h2:text-is("Content service"))');
const row = (text: string) => page.locator('tbody tr').filter({ hasText: text });

async function send(delivery: WireDelivery): Promise<void> {
  article = delivery;
  await site.deliver(delivery, token);
  await settled(owner);
}

async function openEntry(): Promise<void> {
  await go(page, LOG);
  await row(article.article.title).first().getByRole('link').first().click();
  await panel().waitFor();
}

describe('somebody who has never seen it', () => {
  it('is led to a token and the address for the service', async () => {
    await page.getByRole('link', { name: 'Articles received', exact: true }).click();
    await page.getByRole('heading', { name: 'Connect the content service' }).waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await picture(page, 'first-steps');

    await page.getByRole('button', { name: 'Create a token' }).click();
    await page.getByLabel('Name').fill('The service');
    await page.getByRole('dialog').getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Copy it now').waitFor();
    // The button that opened the dialog is gone.
    await page.locator('li:focus').filter({ hasText: 'Paste this address' }).waitFor();
    const address = await page.locator('code').textContent();
    expect(address).toMatch(new RegExp(`^${site.url}/api/article-receiver/webhook/[\\w-]{20,}$`));
    token = address?.split('/').at(-1) ?? '';
  });

  it('tries the way with a test delivery, and takes it away again', async () => {
    await page.getByRole('button', { name: 'Send a test delivery' }).click();
    await page.getByText('In the Content Manager.', { exact: true }).waitFor();
    await expect(page.getByLabel('Worked').count()).resolves.toBe(5);
    await expect(page.getByLabel('Failed').count()).resolves.toBe(0);
    await page.getByRole('link', { name: 'Open the delivery', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Connect the content service' }).waitFor();
    await page.getByRole('button', { name: 'Remove test articles' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The test articles are removed').waitFor();
  });

  it('sees the first delivery arrive by itself', async () => {
    const title = 'Pour-over coffee for beginners';
    const hero = await makeImage({ width: 640, height: 400 }, { kind: 'hero', alt: 'A kettle' });
    await send(
      makeDelivery({
        article: { title, reviewScore: 92, images: [hero], heroImageUrl: hero.url },
      }),
    );
    await row(title).getByText('Arrived').waitFor();
    await page.getByText('Connect the content service').waitFor({ state: 'detached' });
  });

  it('is not led away from the log when something begins to wait meanwhile', async () => {
    const unusable = await site.deliver({ event: 'article.ready' }, token);
    await lookAwayAndBack(page);
    await page.getByRole('link', { name: 'Waiting for you (1)' }).waitFor();
    await row(article.article.title).waitFor();
    expect(new URL(page.url()).pathname).toBe(LOG);
    const reason = { reason: 'A test of the service' };
    await owner.send('POST', `/article-receiver/deliveries/${unusable}/discard`, reason);
  });

  it('reviews and edits the article', async () => {
    await openEntry();
    await panel().getByText('PASS, score 92').waitFor();
    await page
      .getByLabel('title*')
      .or(page.getByLabel('Title'))
      .first()
      .fill('Pour-over, explained');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved document').waitFor();
    await panel().getByText('Changed by editors').waitFor();
  });

  it('takes a suggestion of the service', async () => {
    const title = 'Pour-over coffee for beginners, revised';
    await send(nextDelivery(article, { article: { title } }));
    await openEntry();
    const suggestion = panel().getByRole('region', { name: 'Title' });
    await suggestion.getByText('Pour-over, explained').waitFor();
    await suggestion.getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('heading', { name: title }).waitFor();
    await suggestion.waitFor({ state: 'detached' });
  });

  it('sees the service publish it', async () => {
    await send(
      nextDelivery(article, { event: 'article.status_changed', article: { status: 'published' } }),
    );
    await openEntry();
    await page.getByText('Published').first().waitFor();
  });

  it('decides what a status means that the service has only just begun to use', async () => {
    await send(
      nextDelivery(article, { event: 'article.status_changed', article: { status: 'frozen' } }),
    );
    await go(page, '/admin');
    await page.getByRole('link', { name: 'To be decided', exact: true }).click();
    await row('frozen').getByText('frozen', { exact: true }).click();
    await page.getByRole('heading', { name: 'What does “frozen” mean?' }).waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await picture(page, 'decision');
    await page.getByLabel(/^Unpublish:/).click();
    // The decision is the main thing to do here; applying it again would come to the same.
    const fillOf = (name: string) =>
      page.evaluate(`getComputedStyle([...document.querySelectorAll('button')].find(
        ({ textContent }) => textContent.trim() === ${JSON.stringify(name)},
      )).backgroundColor`);
    const plain = await fillOf('Leave it');
    expect(await fillOf('Apply again')).toBe(plain);
    expect(await fillOf('Decide and apply 1 delivery')).not.toBe(plain);
    await page.getByRole('button', { name: 'Decide and apply 1 delivery' }).click();
    await page.getByText('The status is decided').waitFor();
    await page.getByText('Arrived').first().waitFor();
    await go(page, '/admin/settings/article-receiver/configuration');
    await page
      .getByRole('row', { name: /frozen/ })
      .getByText('Unpublish')
      .waitFor();
  });

  it('redrives what failed, once the cause is gone', async () => {
    const title = 'A picture without a place';
    const image = await makeImage({ color: '#c02020' });
    await site.withoutStorage(async () => {
      await site.deliver(makeDelivery({ article: { title, images: [image] } }), token);
      await go(page, LOG);
      await row(title).getByText('Failed').waitFor();
    });
    await row(title).getByText('draft', { exact: true }).click();
    await page.getByRole('button', { name: 'Apply again' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The draft has it.').waitFor();
    await page.getByText('In the Media Library').waitFor();
  });
});
