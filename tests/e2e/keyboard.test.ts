import type { Locator, Page } from 'playwright-core';
import { makeDelivery } from '../support/feed/deliveries';
import { go, loaded } from './support/going';
import { LOG } from './support/log-pages';
import { openSite, type OpenedSite } from './support/opened-site';
import { settled } from './support/running-site';

const CONNECTION = '/admin/settings/article-receiver/connection';

/** Longer than a value is shown at once. */
const LONG = 'word '.repeat(100);

let page: Page;
let owner: OpenedSite['owner'];
let waitingId: string;
let close: OpenedSite['close'] | undefined;

beforeAll(async () => {
  const opened = await openSite();
  ({ page, owner, close } = opened);
  const { site } = opened;
  await owner.send('POST', '/article-receiver/tokens', { name: 'Magazine', expiresAt: null });
  const article = { status: 'in_print', description: LONG };
  const word = makeDelivery({ event: 'article.status_changed', article });
  waitingId = await site.deliver(word);
  await settled(owner);
  await site.deliver(makeDelivery({ article: { title: 'Iced coffee' } }));
  await settled(owner);
});
afterAll(() => close?.());

const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', { name });
const press = (key: string) => page.keyboard.press(key);

/** What has the focus, as a screen reader calls it. */
const focused = () =>
  page.evaluate<string>(`(() => {
    const { ariaLabel, textContent } = document.activeElement;
    return (ariaLabel ?? textContent).trim();
  })()`);

describe('with the keyboard alone', () => {
  it('a delivery of the log is selected, and opened', async () => {
    await go(page, LOG);
    await page.locator('tbody tr').first().waitFor();
    await button('Apply all again').focus();
    await press('Tab');
    expect(await focused()).toBe('Select all entries');
    await press('Tab');
    expect(await focused()).toBe('Select the delivery of Iced coffee');
    await press('Space');
    await page.getByText('1 delivery selected').waitFor();
    await press('Tab');
    expect(await focused()).toBe('Iced coffee');
    await press('Tab');
    await press('Enter');
    await page.getByRole('heading', { name: 'What became of it' }).waitFor();
  });

  it('a token is replaced or revoked, and left again', async () => {
    await go(page, CONNECTION);
    await button('Create a token').focus();
    await press('Tab');
    expect(await focused()).toBe('Rotate Magazine');
    await press('Enter');
    await dialog().waitFor();
    const first = await focused();
    await press('Tab');
    expect(await focused()).not.toBe(first);
    await press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await page.locator(':focus').and(button('Rotate Magazine')).waitFor();
    await press('Tab');
    expect(await focused()).toBe('Revoke: Magazine');
    await press('Space');
    await page.getByRole('alertdialog').waitFor();
    await press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
    // The dialog gives the focus back a moment after it is gone.
    await page.locator(':focus').and(button('Revoke')).waitFor();
    await press('Tab');
    expect(await focused()).toBe('Send a test delivery');
    await loaded(page);
  });

  it.each([
    ['a test delivery', CONNECTION, 'Send a test delivery'],
    ['a decision', () => `${LOG}/deliveries/${waitingId}`, 'Decide and apply'],
  ])('%s is tried once more where the server does not answer', async (_, address, name) => {
    await go(page, typeof address === 'string' ? address : address());
    const radio = page.getByRole('radio');
    await button(name).waitFor();
    if ((await radio.count()) > 0) await radio.first().click();
    let answer = () => undefined as void;
    await page.route('**/article-receiver/**', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await new Promise<void>((resolve) => (answer = resolve));
      await route.abort();
    });
    await button(name).focus();
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await press('Enter');
    await asked;
    // The browser takes the focus from what is disabled once that is drawn.
    await page.evaluate(
      'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
    );
    answer();
    await page.getByText('Something went wrong. Try again.').first().waitFor();
    expect(await page.locator(':focus').and(button(name)).count()).toBe(1);
    await page.unroute('**/article-receiver/**');
  });
});

/** Where the focus is, once something has it again. */
const focusIn = (place: Locator) => place.locator(':focus').or(place.and(page.locator(':focus')));

describe('the focus stays where something was done, with what had it gone', () => {
  /** Presses a button, and the last one of the dialog that it opens, and waits for the dialog to go. */
  async function confirm(name: string, role: 'alertdialog' | 'dialog' = 'alertdialog') {
    await button(name).first().focus();
    await press('Enter');
    const asking = page.getByRole(role);
    await asking.getByRole('button').last().focus();
    await press('Enter');
    await asking.waitFor({ state: 'detached' });
  }

  it('of a token that is revoked and removed', async () => {
    await go(page, CONNECTION);
    const tokens = page
      .getByRole('main')
      .locator('section')
      .filter({ hasText: 'Each token opens' });
    await confirm('Revoke');
    await button('Remove').waitFor();
    await focusIn(tokens).first().waitFor();
    await confirm('Remove');
    await button('Remove').waitFor({ state: 'detached' });
    await focusIn(tokens).first().waitFor();
  });

  it('of test articles', async () => {
    await button('Send a test delivery').focus();
    await press('Enter');
    await confirm('Remove test articles');
    const test = page.getByRole('main').locator('section').filter({ hasText: 'made-up article' });
    await button('Remove test articles').waitFor({ state: 'detached' });
    await focusIn(test).first().waitFor();
  });

  it('of a word in the settings', async () => {
    await go(page, '/admin/settings/article-receiver/configuration');
    const word = page.getByLabel('Another status');
    await word.fill('in_print');
    await press('Tab');
    await press('Tab');
    expect(await focused()).toBe('Add');
    await press('Enter');
    await word.and(page.locator(':focus')).waitFor();
    await button('Remove in_print').focus();
    await press('Enter');
    await word.and(page.locator(':focus')).waitFor();
  });

  it('of a selection', async () => {
    await go(page, LOG);
    const rows = page.locator('tbody tr');
    const list = page.locator('div[tabindex="-1"]').filter({ has: page.getByRole('table') });
    await rows.filter({ hasText: 'Iced coffee' }).getByRole('checkbox').focus();
    await press('Space');
    await confirm('Apply the selection again', 'dialog');
    await focusIn(list).first().waitFor();
    await rows.filter({ hasText: 'in_print' }).getByRole('checkbox').focus();
    await press('Space');
    await confirm('Leave 1 out', 'dialog');
    await focusIn(list).first().waitFor();
  });

  /** Shows the text of a delivery, which has the focus then. */
  async function showText(): Promise<void> {
    await go(page, LOG);
    await go(page, `${LOG}/deliveries/${waitingId}`);
    const show = page.getByRole('button', { name: 'Show', exact: true });
    await show.focus();
    await press('Enter');
    await show.waitFor({ state: 'detached' });
    await focusIn(page.locator('div[tabindex="-1"]').filter({ has: page.locator('details') }))
      .first()
      .waitFor();
  }

  it('of the text of a delivery that is shown', showText);

  it('of a long value in it that is shown whole', async () => {
    await showText();
    await page
      .getByRole('button', { name: /^Show all/ })
      .first()
      .focus();
    await press('Enter');
    await page.locator('span:focus').filter({ hasText: LONG.trim() }).waitFor();
  });

  it('of the way to the newest decisions', async () => {
    await go(page, `${LOG}/decisions?before=1`);
    await button('Newest').focus();
    await press('Enter');
    await button('Newest').waitFor({ state: 'detached' });
    await page.locator('main div[tabindex="-1"]:focus').waitFor();
  });

  it('of an export', async () => {
    await go(page, LOG);
    const saved = page.waitForEvent('download');
    await button('Export').focus();
    await press('Enter');
    await page.getByRole('menuitem').first().waitFor();
    await press('Enter');
    await saved;
    await loaded(page);
    await page.locator('button:focus').getByText('Export').waitFor();
  });

  it('of what a job did', async () => {
    await go(page, LOG);
    const close = page.locator('main').getByRole('button', { name: 'Close' });
    await button('Apply all again').click();
    await dialog().getByRole('button', { name: 'Apply now' }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'The deliveries are applied again' }).waitFor();
    await close.focus();
    await press('Enter');
    await close.waitFor({ state: 'detached' });
    await page.locator('main div[tabindex="-1"]:focus').waitFor();
  });

  describe('and nobody is moved who had it nowhere', () => {
    const DELIVERY = () => `/article-receiver/deliveries/${waitingId}`;

    /** Waits until the page shows what became of the delivery, and beyond what the focus is given by then. */
    async function seen(what: Locator) {
      await settled(owner);
      // The page asks again as it does when somebody comes back to it.
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await what.waitFor();
      // Timers of a page end in the order of their times; that of the focus is shorter.
      await page.evaluate('new Promise((end) => setTimeout(end, 1000))');
    }
    const isNowhere = () => page.evaluate('document.activeElement === document.body');

    it('as on a page that somebody comes to from another', async () => {
      await go(page, LOG);
      const row = page.locator('tbody tr').filter({ hasText: 'in_print' });
      await row.getByRole('link').first().focus();
      await go(page, `${LOG}/deliveries/${waitingId}`);
      await button('Apply again').waitFor();
      await owner.send('POST', `${DELIVERY()}/redrive`, {});
      await seen(button('Decide and apply'));
      expect(await isNowhere()).toBe(true);
    });

    it('as after leaving what is gone by then', async () => {
      const choice = page.getByRole('radio').first();
      await choice.focus();
      await page.evaluate('document.activeElement.blur()');
      await owner.send('POST', `${DELIVERY()}/leave`, {});
      await seen(page.getByText('Left out', { exact: true }).first());
      await choice.waitFor({ state: 'detached' });
      expect(await isNowhere()).toBe(true);
    });
  });
});
