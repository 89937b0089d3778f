import type { Page } from 'playwright-core';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { seriousFindings } from './support/accessibility';
import { ARTICLES, documentIdOf, panelOf } from './support/article-pages';
import { picture } from './support/browser';
import { go } from './support/going';
import { openSite, type OpenedSite } from './support/opened-site';
import type { Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

const PUBLISHED = { event: 'article.status_changed' };

let site: RunningSite;
let close: OpenedSite['close'] | undefined;
let owner: Owner;
let page: Page;

beforeAll(async () => {
  ({ site, owner, page, close } = await openSite());
});
afterAll(() => close?.());

const panel = () => panelOf(page);

async function send(delivery: WireDelivery): Promise<void> {
  await site.deliver(delivery);
  await settled(owner);
}

const edit = (documentId: string, changes: object) =>
  owner.send('PUT', `${ARTICLES}/${documentId}`, changes);

async function open(documentId: string): Promise<void> {
  await go(page, `/admin${ARTICLES}/${documentId}`);
  await panel().waitFor();
}

describe('the panel beside an article', () => {
  it('says where it comes from, and what came in last', async () => {
    const delivery = makeDelivery({
      article: { reviewScore: 92, qualityFailedChecks: ['No internal links'] },
    });
    await send(delivery);
    await open(await documentIdOf(owner, delivery));
    await panel().getByText('Home Coffee Guides').waitFor();
    await panel().getByText('PASS, score 92').waitFor();
    await panel().getByText('Sep 20, 2026').waitFor();
    await panel().getByText('No internal links').waitFor();
    await panel().getByText('Arrived').waitFor();
    await expect(seriousFindings(page, 'aside')).resolves.toEqual([]);
  });

  it('has suggestions side by side, to accept or to leave', async () => {
    const title = 'Pour-over coffee: a guide for beginners';
    const first = makeDelivery({ article: { title, content: '# Pour over\n\nGrind.\n\nPour.\n' } });
    await send(first);
    const documentId = await documentIdOf(owner, first);
    await edit(documentId, { title: 'Pour-over, explained', content: '# Pour over\n\nPour it.\n' });
    const offered = { title: `${title}, 2026`, content: '# Pour over\n\nGrind.\n\nWait.\n' };
    await send(nextDelivery(first, { article: offered }));

    await open(documentId);
    const suggestion = panel().getByRole('region', { name: 'Title' });
    await suggestion.getByText('Pour-over, explained').waitFor();
    await suggestion.getByText(`${title}, 2026`).waitFor();
    await picture(page, 'panel', panel());

    await panel().getByRole('region', { name: 'Content' }).getByText('Compare').click();
    const comparison = page.getByRole('dialog');
    await comparison.getByText('Pour it.').waitFor();
    await comparison.getByText('Wait.').waitFor();
    await expect(seriousFindings(page, '[role=dialog]')).resolves.toEqual([]);
    await picture(page, 'suggestion', comparison);
    await page.keyboard.press('Escape');

    await suggestion.getByRole('button', { name: 'Accept' }).click();
    await suggestion.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: `${title}, 2026` }).waitFor();

    await panel().getByRole('button', { name: 'Keep mine' }).click();
    await panel().getByText('From the service').waitFor({ state: 'detached' });
  });

  it('takes no suggestion against a draft that nobody was shown', async () => {
    const title = 'Cold brew at home';
    const first = makeDelivery({ article: { title } });
    await send(first);
    const documentId = await documentIdOf(owner, first);
    await edit(documentId, { title: 'Cold brew, our way' });
    await send(nextDelivery(first, { article: { title: `${title}, 2026` } }));
    await open(documentId);
    const suggestion = panel().getByRole('region', { name: 'Title' });
    await suggestion.getByText('Cold brew, our way').waitFor();

    await edit(documentId, { title: 'Cold brew, rewritten meanwhile' });
    await suggestion.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('The draft has changed in the meantime.').first().waitFor();
    await suggestion.getByText('Cold brew, rewritten meanwhile').waitFor();

    await suggestion.getByRole('button', { name: 'Accept' }).click();
    await suggestion.waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: `${title}, 2026` }).waitFor();
  });

  it('says that somebody deleted the article meanwhile', async () => {
    const first = makeDelivery({ article: { title: 'Percolator' } });
    await send(first);
    const documentId = await documentIdOf(owner, first);
    await edit(documentId, { title: 'Percolator, ours' });
    await send(nextDelivery(first, { article: { title: 'Percolator, 2026' } }));
    await open(documentId);
    const suggestion = panel().getByRole('region', { name: 'Title' });
    await suggestion.waitFor();
    await owner.send('POST', `${ARTICLES}/actions/bulkDelete`, { documentIds: [documentId] });
    await suggestion.getByRole('button', { name: 'Accept' }).click();
    await page.getByText('It is not there any more.').first().waitFor();
    await panel().getByText('This article is not there any more.').waitFor();
  });

  it('has the last three deliveries, and leads to all of them', async () => {
    const first = makeDelivery({ article: { title: 'Moka' } });
    await send(first);
    for (const title of ['Moka, 2', 'Moka, 3', 'Moka, 4'])
      await send(nextDelivery(first, { article: { title } }));
    await open(await documentIdOf(owner, first));
    const versions = panel().getByRole('button', { name: /^Use this version/ });
    await versions.nth(2).waitFor();
    await expect(versions.count()).resolves.toBe(3);
    await panel().getByRole('link', { name: 'All deliveries of this article' }).click();
    await page.getByText('4 deliveries').waitFor();
  });

  it('says why a version cannot be used, or shown', async () => {
    const first = makeDelivery({ article: { title: 'Siphon' } });
    await send(first);
    await send(nextDelivery(first, { article: { title: 'Siphon, 2026' } }));
    await open(await documentIdOf(owner, first));
    const use = panel()
      .getByRole('button', { name: /^Use this version/ })
      .last();
    const dialog = page.getByRole('dialog');
    await page.route('**/versions/**', (route) => route.abort());
    await use.click();
    await dialog.getByText('Something went wrong. Try again.').waitFor();
    await page.unroute('**/versions/**');
    await page.keyboard.press('Escape');
    await page.getByLabel('Description').fill('Typed, and not saved');
    await use.click();
    await dialog.getByText('Save your changes before you use another version.').waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
  });

  it('releases a held publication', async () => {
    const draft = makeDelivery();
    const first = nextDelivery(draft, { ...PUBLISHED, article: { status: 'published' } });
    await send(draft);
    await send(first);
    const documentId = await documentIdOf(owner, first);
    await edit(documentId, { tldr: 'An unpublished change.' });
    await send(nextDelivery(first, { ...PUBLISHED, article: { description: 'New.' } }));

    await open(documentId);
    await panel().getByText('A publication is waiting').waitFor();
    await picture(page, 'held', panel());
    await panel().getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await panel().getByText('A publication is waiting').waitFor({ state: 'detached' });
    const published = await owner.get<{ data: { tldr: string } }>(
      `${ARTICLES}/${documentId}?status=published`,
    );
    expect(published.data.tldr).toBe('An unpublished change.');
  });

  it('publishes nothing beside what is typed and not saved', async () => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await send(first);
    const documentId = await documentIdOf(owner, first);
    await edit(documentId, { title: 'Ours, saved' });
    await send(nextDelivery(first, { ...PUBLISHED, article: { description: 'New.' } }));
    await open(documentId);
    await panel().getByText('A publication is waiting').waitFor();
    const publish = panel().getByRole('button', { name: 'Publish', exact: true });
    await expect(publish.isEnabled()).resolves.toBe(true);
    await page.getByLabel('Author', { exact: true }).first().fill('Edda, not saved');
    await panel().getByText('Save your changes before you publish').waitFor();
    await expect(publish.isDisabled()).resolves.toBe(true);
    await expect(
      panel().getByRole('button', { name: 'Do not publish', exact: true }).isEnabled(),
    ).resolves.toBe(true);
    await page.reload();
    await owner.send('POST', `/article-receiver/articles/${documentId}/discard`, {});
    await settled(owner);
  });

  it('releases nothing that a colleague changed since', async () => {
    const first = makeDelivery({ ...PUBLISHED, article: { status: 'published' } });
    await send(first);
    const documentId = await documentIdOf(owner, first);
    await edit(documentId, { title: 'Ours, ready' });
    await send(nextDelivery(first, { ...PUBLISHED, article: { description: 'New.' } }));
    await open(documentId);
    await panel().getByText('A publication is waiting').waitFor();
    await edit(documentId, { title: 'Ours, half a sen' });

    const release = async () => {
      await panel().getByRole('button', { name: 'Publish', exact: true }).click();
      await page.getByRole('button', { name: 'Confirm' }).click();
    };
    await release();
    await page.getByText('The draft has changed in the meantime.').first().waitFor();
    await page.getByRole('heading', { name: 'Ours, half a sen' }).waitFor();
    await panel().getByText('A publication is waiting').waitFor();

    await release();
    await panel().getByText('A publication is waiting').waitFor({ state: 'detached' });
    const { data } = await owner.get<{ data: { title: string } }>(
      `${ARTICLES}/${documentId}?status=published`,
    );
    expect(data.title).toBe('Ours, half a sen');
  });

  it('is marked in the list of articles while something waits, and found by a filter', async () => {
    const first = makeDelivery({ article: { title: 'Needs a look' } });
    await send(first);
    await edit(await documentIdOf(owner, first), { tldr: 'Mine.' });
    await send(nextDelivery(first, { article: { tldr: 'Theirs.' } }));
    await go(page, `/admin${ARTICLES}`);
    const row = page.locator('tbody tr').filter({ hasText: 'Needs a look' });
    await row.getByText('1 suggestion').waitFor();
    await go(page, `/admin${ARTICLES}?filters[$and][0][needsAttention][$eq]=true`);
    await row.getByText('1 suggestion').waitFor();
    await expect(page.locator('tbody tr').count()).resolves.toBe(1);
    await picture(page, 'list');
  });

  it('is not there for other types, nor for a new article', async () => {
    await go(page, '/admin/content-manager/collection-types/plugin::article-receiver.tag/create');
    await page.getByRole('heading', { name: 'Create an entry' }).waitFor();
    await expect(panel().count()).resolves.toBe(0);
    await go(page, `/admin${ARTICLES}/create`);
    await page.getByRole('heading', { name: 'Create an entry' }).waitFor();
    await expect(panel().count()).resolves.toBe(0);
  });
});
