import type { Browser, Download, Page } from 'playwright-core';
import { makeDelivery } from '../support/deliveries';
import { makeImage } from '../support/images';
import { samples } from '../support/samples';
import { seriousFindings } from './support/accessibility';
import { picture, signIn, startBrowser } from './support/browser';
import { registerOwner, type Owner } from './support/people';
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

async function bytesOf(download: Download): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function openDelivery(deliveryId: string): Promise<void> {
  await page.goto(`${LOG}/deliveries/${deliveryId}`);
  await page.getByRole('heading', { name: 'What became of it' }).waitFor();
}

describe('the event log', () => {
  beforeAll(async () => {
    await page.goto(LOG);
    for (const { bytes } of samples()) {
      parkedId = await site.deliver(bytes);
      await settled(owner);
    }
    await site.deliver(samples()[0]?.bytes ?? Buffer.alloc(0));
    quarantinedId = await site.deliver({ event: 'article.ready' });
  });

  it('shows by itself what arrives while it is open', async () => {
    await rows().nth(samples().length).waitFor();
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

  it('pages by cursor, there and back', async () => {
    await page.goto(`${LOG}?pageSize=5`);
    await rows().nth(4).waitFor();
    const newest = await rows().allTextContents();
    await page.getByRole('button', { name: 'Older deliveries' }).click();
    await rows().nth(4).waitFor({ state: 'detached' });
    await expect(rows().count()).resolves.toBe(samples().length + 1 - 5);
    expect(page.url()).toContain('after=');
    await page.reload();
    await rows().first().waitFor();
    await expect(rows().count()).resolves.toBe(samples().length + 1 - 5);
    await page.getByRole('button', { name: 'Newer deliveries' }).click();
    await rows().nth(4).waitFor();
    await expect(rows().allTextContents()).resolves.toEqual(newest);
  });

  it('filters any column', async () => {
    await page.goto(LOG);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Select field' }).click();
    await page.getByRole('option', { name: 'Duplicates' }).click();
    await page.getByRole('combobox', { name: 'Select filter' }).click();
    await page.getByRole('option', { name: 'is greater than or equal to' }).click();
    await page.getByLabel('Duplicates').fill('1');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await rows().nth(1).waitFor({ state: 'detached' });
    await expect(rows().first().textContent()).resolves.toMatch(/Superseded1/);
    await page.goto(`${LOG}?filters[$and][0][bytes][$lt]=100`);
    await rows().nth(1).waitFor({ state: 'detached' });
    await expect(rows().first().textContent()).resolves.toContain('Quarantined');
  });

  it('draws the days by state, and says the same in a table', async () => {
    await page.goto(LOG);
    await page.getByRole('img', { name: /Deliveries by day and state; at most 9/ }).waitFor();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    const today = page
      .locator('section')
      .filter({ hasText: 'last 14 days' })
      .getByRole('row')
      .last();
    await today.getByText('3', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show as a chart' }).click();
  });

  it('is exported as it is narrowed down, a delivery a line', async () => {
    await page.goto(`${LOG}?filters[$and][0][state][$eq]=applied`);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^deliveries-\d{4}-\d\d-\d\d\.ndjson$/);
    const lines = (await bytesOf(download)).toString().trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { state: string }).state)).toEqual(
      Array.from({ length: 3 }, () => 'applied'),
    );
  });

  it('stands still under a selection, and says what came in meanwhile', async () => {
    await page.goto(LOG);
    await rows().nth(8).waitFor();
    const before = await rows().allTextContents();
    await page
      .getByRole('checkbox', { name: /^Select the delivery of/ })
      .first()
      .click();
    await page.getByText('1 delivery selected').waitFor();
    await site.deliver(makeDelivery());
    await page.getByRole('button', { name: 'Show 1 new delivery' }).waitFor();
    await expect(rows().allTextContents()).resolves.toEqual(before);
    await page.getByRole('button', { name: 'Show 1 new delivery' }).click();
    await rows().nth(9).waitFor();
    await settled(owner);
  });
});

describe('redriving many', () => {
  const dialog = () => page.getByRole('dialog');

  it('says first what would change, for a selection', async () => {
    await page.goto(`${LOG}?filters[$and][0][state][$eq]=applied`);
    await rows().nth(1).waitFor();
    for (const index of [0, 1]) await rows().nth(index).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Redrive the selection' }).click();
    await dialog().getByText('2 deliveries of 2 articles').waitFor();
    await dialog().getByText('2 unchanged').waitFor();
    await expect(seriousFindings(page, '[role=dialog]')).resolves.toEqual([]);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
  });

  it('goes through a filter, with its progress, and brings back what was deleted', async () => {
    const { results } = await owner.get<{ results: { documentId: string }[] }>(
      `/content-manager/collection-types/plugin::article-receiver.article?filters[slug][$eq]=pour-over-ratio`,
    );
    await owner.remove(
      `/content-manager/collection-types/plugin::article-receiver.article/${results[0]?.documentId}`,
    );
    await page.goto(`${LOG}?_q=pour-over`);
    await rows().first().waitFor();
    await page.getByRole('button', { name: 'Redrive all that match' }).click();
    await dialog().getByText('1 to create').waitFor();
    await picture(page, 'bulk-redrive');
    await dialog().getByRole('button', { name: 'Redrive now' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'The deliveries are redriven' }).waitFor();
    await page.getByText(/1 article changed, 0 failed/).waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('shows how far a long one is, and lets it pause, go on and be cancelled', async () => {
    // A job of a few articles is over before anybody could press a button.
    const job = { id: 99, kind: 'redrive', total: 4_000, done: 1_200, changed: 30, failed: 1 };
    const states = { pause: 'paused', resume: 'running', cancel: 'cancelled' } as const;
    let state: string = 'running';
    await page.route('**/article-receiver/rebuild**', async (route) => {
      const change = route.request().url().split('/').at(-1) ?? '';
      if (change in states) state = states[change as keyof typeof states];
      await route.fulfill({ json: { data: { ...job, state } } });
    });
    await page.goto(LOG);
    await page.getByText('1,200 of 4,000 deliveries; 30 articles changed, 1 failed').waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    const progress = page.locator('section').filter({ has: page.getByRole('progressbar') });
    await picture(page, 'progress', progress);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'Redriving is paused' }).waitFor();
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'Deliveries are being redriven' }).waitFor();
    await page.getByRole('button', { name: 'Cancel the rest' }).click();
    await page.getByRole('heading', { name: 'Redriving was cancelled' }).waitFor();
    await page.unroute('**/article-receiver/rebuild**');
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
  });

  it('shows its times, its pictures, and what it changed line by line', async () => {
    const found = await owner.get<{ results: { deliveryId: string; sourceStatus: string }[] }>(
      '/article-receiver/deliveries?_q=pour-over-ratio',
    );
    const revised = found.results.filter(({ sourceStatus }) => sourceStatus === 'published')[0];
    await openDelivery(revised?.deliveryId ?? '');
    const content = page.getByRole('region', { name: 'Content' });
    await content.getByText('A paragraph added by a later revision.').waitFor();
    await content.getByText('23 unchanged lines').waitFor();
    await page.getByRole('img', { name: 'Chart of brew ratios' }).waitFor();
    await page
      .getByText(/\(after \d+ ms\)/)
      .first()
      .waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await picture(page, 'changes');
  });

  it('says which picture was refused, and why', async () => {
    const broken = await makeImage({}, { contentType: 'image/png', base64: 'AAAA', dataUrl: '' });
    const deliveryId = await site.deliver(makeDelivery({ article: { images: [broken] } }));
    await settled(owner);
    await openDelivery(deliveryId);
    const images = page.locator('section').filter({ hasText: '1 image' });
    await images.getByText('Refused', { exact: true }).waitFor();
    await page.getByRole('heading', { name: /issues? with its content/ }).waitFor();
    await page.getByText('article.images.0').first().waitFor();
    await openDelivery(parkedId);
  });

  it('shows its exact body when asked, and gives it to download', async () => {
    const body = samples().at(-1)?.bytes;
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    const saved = await bytesOf(await downloading);
    expect(saved.equals(body ?? Buffer.alloc(0))).toBe(true);
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByText('"article.status_changed"').waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('is redriven after a confirmation, and leaves a trace', async () => {
    const attempts = page.locator('section').filter({ hasText: 'Attempts' }).locator('tbody tr');
    const before = await attempts.count();
    await page.getByRole('button', { name: 'Redrive', exact: true }).click();
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
