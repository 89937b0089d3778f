import type { Browser, Page } from 'playwright-core';
import { samples } from '../support/samples';
import { seriousFindings } from './support/accessibility';
import { picture, signIn, startBrowser } from './support/browser';
import { registerOwner, registerStranger, type Owner } from './support/people';
import { settled, startSite, type RunningSite } from './support/running-site';

const LOG = '/admin/plugins/article-receiver';

let site: RunningSite;
let browser: Browser;
let owner: Owner;
let page: Page;
let parkedId: string;
let quarantinedId: string;

beforeAll(async () => {
  site = await startSite();
  owner = await registerOwner(site.url);
  browser = await startBrowser();
  page = await signIn(browser, site.url, owner);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const rows = () => page.locator('tbody tr');
const state = (name: string) => page.getByRole('button', { name: new RegExp(`^\\d+ ?${name}$`) });

async function openDelivery(deliveryId: string): Promise<void> {
  await page.goto(`${LOG}/deliveries/${deliveryId}`);
  await page.getByRole('heading', { name: 'What became of it' }).waitFor();
}

describe('before the first delivery', () => {
  it('the log says which address to paste where', async () => {
    await page.goto('/admin');
    await page.getByRole('link', { name: 'Event log', exact: true }).click();
    await page.getByText('Waiting for the first delivery').waitFor();
    const address = `${site.url}/api/article-receiver/webhook/TOKEN`;
    await page.getByText(address).waitFor();
    await picture(page, 'first-steps');
  });
});

describe('the event log', () => {
  beforeAll(async () => {
    for (const { bytes } of samples()) {
      parkedId = await site.deliver(bytes);
      await settled(owner);
    }
    await site.deliver(samples()[0]?.bytes ?? Buffer.alloc(0));
    quarantinedId = await site.deliver({ event: 'article.ready' });
  });

  it('shows by itself what arrives while it is open', async () => {
    await rows().first().waitFor();
    await expect(rows().count()).resolves.toBe(samples().length + 1);
  });

  it('has the newest first, with state, status, duplicates and the reason it waits', async () => {
    const parked = rows().filter({ hasText: 'in_translation' });
    await parked.getByText('Parked').waitFor();
    await parked.getByText('The status "in_translation" has no effect assigned to it.').waitFor();
    await expect(rows().first().textContent()).resolves.toContain('Quarantined');
    await expect(rows().last().textContent()).resolves.toMatch(/Superseded1/);
    await picture(page, 'event-log');
  });

  it('has nothing that axe finds serious', async () => {
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('is narrowed down by a count, and the address bar keeps it', async () => {
    await state('Parked').click();
    await rows().nth(1).waitFor({ state: 'detached' });
    expect(decodeURIComponent(page.url())).toContain('filters[$and][0][state][$eq]=parked');
    await page.reload();
    await state('Parked').waitFor();
    await expect(state('Parked').getAttribute('aria-pressed')).resolves.toBe('true');
    await expect(rows().count()).resolves.toBe(1);
    await state('Parked').click();
    await rows().nth(1).waitFor();
  });

  it('finds by title, slug or id', async () => {
    await page.goto(`${LOG}?_q=kette`);
    await rows().first().waitFor();
    await expect(rows().count()).resolves.toBe(2);
    await page.goto(`${LOG}?_q=nothing-like-it`);
    await page.getByText('No delivery matches the search and filters').waitFor();
  });

  it('pages', async () => {
    await page.goto(`${LOG}?page=2&pageSize=5`);
    await rows().first().waitFor();
    await expect(rows().count()).resolves.toBe(samples().length + 1 - 5);
  });

  it('links an article to its entry, and a row to its delivery', async () => {
    await page.goto(`${LOG}?_q=${parkedId}`);
    const entry = await rows().first().getByRole('link').first().getAttribute('href');
    expect(entry).toMatch(/content-manager\/collection-types\/plugin::article-receiver\.article\//);
    await rows().first().getByText('in_translation', { exact: true }).click();
    await page.waitForURL(`**/deliveries/${parkedId}`);
  });
});

describe('a delivery', () => {
  it('shows what became of it, why, and what it said', async () => {
    await openDelivery(parkedId);
    await page.getByText('has no effect assigned to it').first().waitFor();
    await page.getByText('Somebody has to decide.').waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await picture(page, 'delivery');
  });

  it('shows its exact body when asked, and gives it to download', async () => {
    const body = samples().at(-1)?.bytes;
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const stream = await (await downloading).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).equals(body ?? Buffer.alloc(0))).toBe(true);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('"article.status_changed"').waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('is redriven after a confirmation, and leaves a trace', async () => {
    const attempts = page.locator('section').filter({ hasText: 'Attempts' }).locator('tbody tr');
    const before = await attempts.count();
    await page.getByRole('button', { name: 'Redrive' }).click();
    await page.getByText('Its article is projected again').waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The delivery is redriven').waitFor();
    await attempts.nth(before).waitFor();
  });

  it('is discarded with a reason when it is quarantined', async () => {
    await openDelivery(quarantinedId);
    await page.getByRole('heading', { name: /issues? with its content/ }).waitFor();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByLabel('Reason').fill('A test of the service');
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
    await page.getByText('Discarded by Olga Owner: A test of the service').first().waitFor();
    await page.getByRole('button', { name: 'Discard' }).waitFor({ state: 'detached' });
  });

  it('that does not exist is said to be missing', async () => {
    await page.goto(`${LOG}/deliveries/none`);
    await page.getByText('There is no delivery with this id').waitFor();
  });
});

describe('the homepage widget', () => {
  it('counts what came in and what waits, linked to the log', async () => {
    await page.goto('/admin');
    const parked = page.getByRole('listitem').filter({ hasText: 'Parked' });
    await parked.getByText('1', { exact: true }).waitFor();
    await page.getByText(/Last delivery: /).waitFor();
    await picture(page, 'widget', page.getByRole('region', { name: 'Deliveries' }));
    await parked.getByRole('link').click();
    await page.waitForURL(/state/);
    await rows().first().waitFor();
    await expect(rows().count()).resolves.toBe(1);
  });
});

describe('a role without permissions', () => {
  it('has no menu link and no widget, and the page refuses', async () => {
    const stranger = await signIn(browser, site.url, await registerStranger(owner));
    await stranger.getByRole('link', { name: 'Home' }).first().waitFor();
    await expect(stranger.getByRole('link', { name: 'Event log' }).count()).resolves.toBe(0);
    await expect(stranger.getByText(/Last delivery/).count()).resolves.toBe(0);
    await stranger.goto(LOG);
    await stranger.getByText("You don't have the permissions to access that content").waitFor();
    await stranger.context().close();
  });
});
