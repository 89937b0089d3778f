import type { Page } from 'playwright-core';
import { makeDelivery } from '../support/feed/deliveries';
import { go, loaded } from './support/going';
import { LOG } from './support/log-pages';
import { openSite, type OpenedSite } from './support/opened-site';
import { settled } from './support/running-site';

const CONNECTION = '/admin/settings/article-receiver/connection';

let page: Page;
let waitingId: string;
let close: OpenedSite['close'] | undefined;

beforeAll(async () => {
  const opened = await openSite();
  ({ page, close } = opened);
  const { site, owner } = opened;
  await owner.send('POST', '/article-receiver/tokens', { name: 'Magazine', expiresAt: null });
  const word = makeDelivery({ event: 'article.status_changed', article: { status: 'in_print' } });
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
    expect(await focused()).toBe('Revoke');
    await press('Space');
    await page.getByRole('alertdialog').waitFor();
    await press('Escape');
    await page.getByRole('alertdialog').waitFor({ state: 'detached' });
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
