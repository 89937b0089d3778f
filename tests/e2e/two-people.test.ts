import type { Page } from 'playwright-core';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { ARTICLES, documentIdOf, panelOf } from './support/article-pages';
import { go, loaded, lookAwayAndBack } from './support/going';
import { LOG, openDelivery } from './support/log-pages';
import { openSite, type OpenedSite } from './support/opened-site';
import type { Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

const RECEIVER = '/article-receiver';
const STATUS = { event: 'article.status_changed' };

let site: RunningSite;
let close: OpenedSite['close'] | undefined;
/** A colleague, who decides while a dialog is open in the page. */
let owner: Owner;
let page: Page;

beforeAll(async () => {
  ({ site, owner, page, close } = await openSite());
});
afterAll(() => close?.());

const panel = () => panelOf(page);
const dialog = () => page.getByRole('dialog');
const asking = () => page.getByRole('alertdialog');
const rows = () => page.locator('tbody tr');

async function send(delivery: WireDelivery | object): Promise<string> {
  const deliveryId = await site.deliver(delivery);
  await settled(owner);
  return deliveryId;
}

async function open(documentId: string): Promise<void> {
  await go(page, `/admin${ARTICLES}/${documentId}`);
  await panel().waitFor();
}

/** Has the page see what became of things meanwhile, as it does by itself after some seconds. */
async function seen(): Promise<void> {
  await settled(owner);
  await lookAwayAndBack(page);
  await loaded(page);
}

/** Where the focus is, once something has it again. */
const hasFocus = (part: string) => page.locator(`${part}:has(:focus)`).waitFor();

describe('what a colleague decides while somebody has a dialog open about it', () => {
  it('is said of a publication to whoever confirms another decision on it', async () => {
    const first = makeDelivery({ ...STATUS, article: { status: 'published' } });
    await send(first);
    const documentId = await documentIdOf(owner, first);
    await owner.send('PUT', `${ARTICLES}/${documentId}`, { title: 'Ours' });
    await send(nextDelivery(first, { ...STATUS, article: { description: 'New.' } }));
    await open(documentId);
    await panel().getByRole('button', { name: 'Publish', exact: true }).click();
    await asking().waitFor();
    await owner.send('POST', `${RECEIVER}/articles/${documentId}/discard`, {});
    await seen();
    await asking().getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Nothing waits to be published here any more').first().waitFor();
    await panel().getByText('A publication is waiting').waitFor({ state: 'detached' });
    await hasFocus('aside');
  });

  it('is said of a suggestion, with both texts still there to read', async () => {
    const first = makeDelivery();
    await send(first);
    const documentId = await documentIdOf(owner, first);
    await owner.send('PUT', `${ARTICLES}/${documentId}`, { tldr: 'Ours.', author: 'Ours.' });
    await send(nextDelivery(first, { article: { tldr: 'Theirs.', author: 'Theirs.' } }));
    await open(documentId);
    const suggestion = panel().getByRole('region', { name: 'Summary (TL;DR)' });
    await suggestion.getByRole('button', { name: 'Compare' }).click();
    await dialog().getByText('Theirs.').waitFor();
    const { results } = await owner.get<{ results: { id: number; field: string }[] }>(
      `${RECEIVER}/suggestions?documentId=${documentId}&state=open`,
    );
    const id = results.find(({ field }) => field === 'tldr')?.id;
    await owner.send('POST', `${RECEIVER}/suggestions/${id}/reject`, {});
    await seen();
    await dialog().getByRole('button', { name: 'Accept' }).click();
    await page.getByText('This suggestion is decided already').first().waitFor();
    await page.keyboard.press('Escape');
    await suggestion.waitFor({ state: 'detached' });
    await hasFocus('aside');
    // What is decided here closes by itself.
    await panel().getByRole('button', { name: 'Compare' }).click();
    await dialog().getByRole('button', { name: 'Accept' }).click();
    await dialog().waitFor({ state: 'detached' });
    await panel().getByRole('button', { name: 'Compare' }).waitFor({ state: 'detached' });
  });

  it('takes nothing away that is typed as the reason for leaving a delivery out', async () => {
    const deliveryId = await send({ event: 'article.ready', orgId: 'org_broken' });
    await openDelivery(page, deliveryId);
    await page.getByRole('button', { name: 'Leave out' }).click();
    await dialog().getByLabel('Reason').fill('A test of the service');
    const path = `${RECEIVER}/deliveries/${deliveryId}/discard`;
    await owner.send('POST', path, { reason: 'Seen before' });
    await seen();
    await expect(dialog().getByLabel('Reason').inputValue()).resolves.toBe('A test of the service');
    await dialog().getByRole('button', { name: 'Leave out' }).click();
    await page.getByText('Somebody left this delivery out already').first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Leave out' }).waitFor({ state: 'detached' });
    await hasFocus('main');
  });

  it('takes no choice away that is made for other words', async () => {
    const words = ['in_layout', 'in_print'];
    const ids: string[] = [];
    for (const status of words) {
      ids.push(await send(makeDelivery({ ...STATUS, article: { title: status, status } })));
    }
    await go(page, `${LOG}?_q=in_`);
    for (const word of words) await rows().filter({ hasText: word }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Decide the words' }).click();
    const choice = (word: string) => dialog().getByRole('combobox', { name: new RegExp(word) });
    for (const word of words) {
      await choice(word).click();
      await page.getByRole('option', { name: /^Draft/ }).click();
    }
    await owner.send('POST', `${RECEIVER}/deliveries/${ids[0]}/decide`, { effect: 'ignore' });
    await seen();
    await expect(choice('in_print').textContent()).resolves.toContain('Draft');
    await owner.send('POST', `${RECEIVER}/deliveries/${ids[1]}/decide`, { effect: 'ignore' });
    await seen();
    await dialog().getByRole('button', { name: 'Decide and apply' }).click();
    await page.getByText('None of these words can be decided here any more').first().waitFor();
    await expect(page.getByText('the others are').count()).resolves.toBe(0);
    await hasFocus('main');
  });

  it('is said of several that are to be left out, where none of them waits any more', async () => {
    const status = 'in_review';
    const waiting = makeDelivery({ ...STATUS, article: { title: 'In review', status } });
    const deliveryId = await send(waiting);
    await go(page, `${LOG}?_q=review`);
    await rows().filter({ hasText: 'In review' }).getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Leave 1 out' }).click();
    await dialog().waitFor();
    await owner.send('POST', `${RECEIVER}/deliveries/${deliveryId}/leave`, {});
    await seen();
    await dialog().getByRole('button', { name: 'Leave out' }).click();
    await page.getByText('None of them waits any more').first().waitFor();
    await expect(page.getByText('the others are').count()).resolves.toBe(0);
  });
});

describe('an article that a colleague deletes', () => {
  it('is said to be gone beside its open form', async () => {
    const delivery = makeDelivery();
    await send(delivery);
    const documentId = await documentIdOf(owner, delivery);
    await open(documentId);
    await page.getByRole('textbox', { name: 'Title' }).first().fill('Ours');
    await owner.send('POST', `${ARTICLES}/actions/bulkDelete`, { documentIds: [documentId] });
    await seen();
    await panel().getByText('This article is not there any more').waitFor();
    await expect(page.getByRole('textbox', { name: 'Title' }).first().inputValue()).resolves.toBe(
      'Ours',
    );
  });
});

describe('a delivery that arrives while an older one is compared with the draft', () => {
  it('leaves the comparison, and what is ticked in it, as it is', async () => {
    const first = makeDelivery({ article: { title: 'Moka', author: 'One' } });
    await send(first);
    const second = nextDelivery(first, { article: { title: 'Moka, 2', author: 'Two' } });
    await send(second);
    const third = nextDelivery(second, { article: { title: 'Moka, 3', author: 'Three' } });
    await send(third);
    await open(await documentIdOf(owner, first));
    const uses = panel().getByRole('button', { name: /^Use this version/ });
    await uses.nth(2).click();
    const author = dialog().getByRole('checkbox', { name: 'Author' });
    await author.click();
    await send(nextDelivery(third, { article: { title: 'Moka, 4', author: 'Four' } }));
    await seen();
    await expect(author.isChecked()).resolves.toBe(false);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    await hasFocus('aside');
  });
});
