import type { Browser, Page } from 'playwright-core';
import { makeDelivery } from '../support/feed/deliveries';
import { samples } from '../support/feed/samples';
import { seriousFindings } from './support/accessibility';
import { picture, signIn } from './support/browser';
import { go, lookAwayAndBack } from './support/going';
import { bytesOf, deliverSamples, LOG } from './support/log-pages';
import { openSite, type OpenedSite } from './support/opened-site';
import { READER, register, type Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

let site: RunningSite;
let browser: Browser;
let close: OpenedSite['close'] | undefined;
let owner: Owner;
let page: Page;
let parkedId: string;

beforeAll(async () => {
  ({ site, owner, browser, page, close } = await openSite());
});
afterAll(() => close?.());

const rows = () => page.locator('tbody tr');
/** What the rows say, without how long ago they came. */
const rowsWithoutTime = async () =>
  (await rows().allTextContents()).map((row) => row.replace(/^\d+ \w+\. ago/, ''));
const state = (name: string) => page.getByRole('button', { name: new RegExp(`^\\d+ ?${name}$`) });

describe('the event log', () => {
  beforeAll(async () => {
    await go(page, LOG);
    ({ parkedId } = await deliverSamples(site, owner));
  });

  it('shows by itself what arrives while it is open', async () => {
    await rows().nth(samples().length).waitFor();
    await expect(rows().count()).resolves.toBe(samples().length + 1);
  });

  it('has the newest first, with state, status, duplicates and the reason it waits', async () => {
    const parked = rows().filter({ hasText: 'in_translation' });
    await parked.getByText('To be decided', { exact: true }).waitFor();
    await parked
      .getByText('What “in_translation” means for publishing is still to be decided.')
      .waitFor();
    await expect(rows().first().textContent()).resolves.toContain('Unusable');
    await expect(rows().last().textContent()).resolves.toContain('Replaced');
    // The counts come a moment after the rows: those of the last delivery are there last.
    await page.getByRole('button', { name: /^1 ?To be decided$/ }).waitFor();
    await page.getByRole('button', { name: /^1 ?Unusable$/ }).waitFor();
    await picture(page, 'event-log');
  });

  it('has nothing that axe finds serious', async () => {
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('is narrowed down by a count, and the address bar keeps it', async () => {
    await state('To be decided').click();
    await rows().nth(1).waitFor({ state: 'detached' });
    expect(decodeURIComponent(page.url())).toContain('filters[$and][0][stateShown][$eq]=parked');
    await page.reload();
    await state('To be decided').waitFor();
    await expect(state('To be decided').getAttribute('aria-pressed')).resolves.toBe('true');
    await expect(rows().count()).resolves.toBe(1);
    await state('To be decided').click();
    await rows().nth(1).waitFor();
  });

  it('finds by title, slug or id', async () => {
    await go(page, `${LOG}?_q=kette`);
    await rows().first().waitFor();
    await expect(rows().count()).resolves.toBe(2);
    await go(page, `${LOG}?_q=nothing-like-it`);
    await page.getByText('No delivery matches the search and filters').waitFor();
  });

  it('pages by cursor, there and back', async () => {
    await go(page, `${LOG}?pageSize=5`);
    await rows().nth(4).waitFor();
    const newest = await rowsWithoutTime();
    await page.getByRole('button', { name: 'Older deliveries' }).click();
    await rows().nth(4).waitFor({ state: 'detached' });
    await expect(rows().count()).resolves.toBe(samples().length + 1 - 5);
    expect(page.url()).toContain('after=');
    await page.reload();
    await rows().first().waitFor();
    await expect(rows().count()).resolves.toBe(samples().length + 1 - 5);
    await page.getByRole('button', { name: 'Newer deliveries' }).click();
    await rows().nth(4).waitFor();
    await expect(rowsWithoutTime()).resolves.toEqual(newest);
  });

  it('filters any column', async () => {
    await go(page, LOG);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Select field' }).click();
    await page.getByRole('option', { name: 'Sent again' }).click();
    await page.getByRole('combobox', { name: 'Select filter' }).click();
    await page.getByRole('option', { name: 'is greater than or equal to' }).click();
    await page.getByLabel('Sent again').fill('1');
    await page.getByRole('button', { name: 'Add filter' }).click();
    await rows().nth(1).waitFor({ state: 'detached' });
    await expect(rows().first().textContent()).resolves.toContain('Replaced');
    await go(page, `${LOG}?filters[$and][0][bytes][$lt]=100`);
    await rows().nth(1).waitFor({ state: 'detached' });
    await expect(rows().first().textContent()).resolves.toContain('Unusable');
  });

  it('names a state in a filter as everywhere, not as the API does', async () => {
    await go(page, LOG);
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Here' }).click();
    await page.getByRole('option', { name: 'Unusable' }).click();
    await page.getByRole('button', { name: 'Add filter' }).click();
    await page.getByText('Here is Unusable').waitFor();
    await rows().nth(1).waitFor({ state: 'detached' });
    await expect(rows().first().textContent()).resolves.toContain('Unusable');
  });

  it('keeps its filters where they find nothing, or one of them does not fit', async () => {
    for (const asked of ['filters[$and][0][stateShown][$null]=true', `_q=${'x'.repeat(300)}`]) {
      await go(page, `${LOG}?${asked}`);
      await page.getByText('No delivery matches the search and filters').waitFor();
    }
    await go(page, `${LOG}?filters[$and][0][bytes][$gt]=3000000000`);
    await page.getByText('The search or a filter does not fit').waitFor();
    await page.getByRole('heading', { name: 'Articles received' }).waitFor();
    await page.getByRole('button', { name: 'Filters' }).waitFor();
    await page.reload();
    await page.getByText('The search or a filter does not fit').waitFor();
    await go(page, `${LOG}?page=1`);
    await rows().nth(3).waitFor();
  });

  it('draws the days by state, and says the same in a table', async () => {
    await go(page, LOG);
    await page.getByRole('group', { name: /Deliveries by day and state; at most 9/ }).waitFor();
    await page.getByRole('button', { name: 'Show as a table' }).click();
    const today = page
      .locator('section')
      .filter({ hasText: 'last 14 days' })
      .getByRole('row')
      .last();
    await today.getByText('5', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Show as a chart' }).click();
  });

  it('tells of a day on hover and focus, and is narrowed down to it', async () => {
    await go(page, LOG);
    const today = page.getByRole('button', { name: /: 9 deliveries; Arrived: 2; / });
    await today.hover();
    await page.getByRole('tooltip').getByText('Arrived: 2').waitFor();
    // Strapi's tooltip closes with the second move outside of it.
    await page.mouse.move(1, 1, { steps: 5 });
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    await today.focus();
    await page.getByRole('tooltip').getByText('Arrived: 2').waitFor();
    const before = page.getByRole('button', { name: /: 0 deliveries$/ }).last();
    await before.click();
    await page.getByText('No delivery matches the search and filters').waitFor();
    await expect(before.getAttribute('aria-pressed')).resolves.toBe('true');
    await today.click();
    await rows().nth(8).waitFor();
    await expect(today.getAttribute('aria-pressed')).resolves.toBe('true');
    await today.click();
    await page.waitForURL((address) => !decodeURIComponent(address.href).includes('receivedAt'));
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('is exported as a table, too', async () => {
    await go(page, `${LOG}?filters[$and][0][stateShown][$eq]=applied`);
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'As a table (CSV)' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^deliveries-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await bytesOf(download)).toString().trim().split('\r\n');
    expect(lines[0]).toContain('deliveryId,receivedAt');
    expect(lines).toHaveLength(3);
  });

  it('is exported as it is narrowed down, a delivery a line', async () => {
    await go(page, `${LOG}?filters[$and][0][state][$eq]=applied`);
    await page.getByRole('button', { name: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: /NDJSON/ }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toMatch(/^deliveries-\d{4}-\d\d-\d\d\.ndjson$/);
    const lines = (await bytesOf(download)).toString().trim().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { state: string }).state)).toEqual(
      Array.from({ length: 2 }, () => 'applied'),
    );
  });

  it('stands still under a selection, and says what came in meanwhile', async () => {
    await go(page, LOG);
    await rows().nth(8).waitFor();
    const before = await rowsWithoutTime();
    await page
      .getByRole('checkbox', { name: /^Select the delivery of/ })
      .first()
      .click();
    await page.getByText('1 delivery selected').waitFor();
    await site.deliver(makeDelivery());
    await lookAwayAndBack(page);
    await page.getByRole('button', { name: 'Show 1 new delivery' }).waitFor();
    await expect(rowsWithoutTime()).resolves.toEqual(before);
    await page.getByRole('button', { name: 'Show 1 new delivery' }).click();
    await rows().nth(9).waitFor();
    await settled(owner);
  });

  it('keeps in sight what came in, however far down one is', async () => {
    await go(page, `${LOG}?pageSize=50`);
    await rows().nth(9).waitFor();
    const last = rows().last();
    await last.scrollIntoViewIfNeeded();
    const news = page.getByRole('button', { name: 'Show 1 new delivery' });
    await site.deliver(makeDelivery());
    await lookAwayAndBack(page);
    await news.waitFor();
    const box = await news.boundingBox();
    expect(box?.y).toBeGreaterThan(0);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(800);
    await news.click();
    await rows().nth(10).waitFor();
    await settled(owner);
  });

  it('says when the server is away, and goes on by itself', async () => {
    await page.goto(LOG);
    await rows().nth(10).waitFor();
    const notice = page.getByText(/The server has not answered since \d+:\d+:\d+/);
    await page.route('**/article-receiver/**', (route) => route.abort());
    await lookAwayAndBack(page);
    await notice.waitFor();
    await expect(rows().count()).resolves.toBe(11);
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await page.unroute('**/article-receiver/**');
    await notice.waitFor({ state: 'detached' });
  });

  it('is where an address of a page leads that there is not', async () => {
    await go(page, `${LOG}/deliveries`);
    await rows().nth(10).waitFor();
    expect(new URL(page.url()).pathname).toBe(LOG);
  });

  it('leads a reader of the log nowhere where they may not go', async () => {
    const reader = await register(owner, READER);
    const own = await signIn(browser, site.url, reader);
    await go(own, `${LOG}?filters[$and][0][stateShown][$eq]=applied`);
    await own.locator('tbody tr').first().waitFor();
    await expect(own.locator('tbody a[href*="content-manager"]').count()).resolves.toBe(0);
    await own
      .locator('tbody tr')
      .first()
      .getByRole('link', { name: /^Open the delivery/ })
      .click();
    await own.getByRole('heading', { name: 'What became of it' }).waitFor();
    await own.getByText('Program (User-Agent)').waitFor();
    await expect(own.getByRole('link', { name: 'Open the article' }).count()).resolves.toBe(0);
    await own.context().close();
  });

  it('links an article to its entry, and a row to its delivery', async () => {
    await go(page, `${LOG}?_q=${parkedId}`);
    const entry = await rows().first().getByRole('link').first().getAttribute('href');
    expect(entry).toMatch(/content-manager\/collection-types\/plugin::article-receiver\.article\//);
    await rows().first().getByText('in_translation', { exact: true }).click();
    await page.waitForURL(`**/deliveries/${parkedId}`);
  });
});

describe('the homepage widget', () => {
  it('counts what came in and what waits, linked to the log', async () => {
    await go(page, '/admin');
    const parked = page.getByRole('listitem').filter({
      has: page.getByRole('link', { name: 'To be decided', exact: true }),
    });
    const { counts } = await owner.get<{ counts: { parked: number } }>('/article-receiver/status');
    await parked.getByText(String(counts.parked), { exact: true }).waitFor();
    await page.getByText(/Last delivery: /).waitFor();
    await picture(page, 'widget', page.getByRole('region', { name: 'Deliveries' }));
    await parked.getByRole('link').click();
    await page.waitForURL(/state/);
    await rows().first().waitFor();
    await expect(rows().count()).resolves.toBe(counts.parked);
  });
});
