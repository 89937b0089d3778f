import type { Browser, Page } from 'playwright-core';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { samples } from '../support/feed/samples';
import { seriousFindings } from './support/accessibility';
import { picture, signIn } from './support/browser';
import { go, loaded } from './support/going';
import { bytesOf, deliverSamples, LOG, openDelivery } from './support/log-pages';
import { openSite, type OpenedSite } from './support/opened-site';
import { register, type Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

let site: RunningSite;
let browser: Browser;
let close: OpenedSite['close'] | undefined;
let owner: Owner;
let page: Page;
let parkedId: string;
let quarantinedId: string;

beforeAll(async () => {
  ({ site, owner, browser, page, close } = await openSite());
  ({ parkedId, quarantinedId } = await deliverSamples(site, owner));
});
afterAll(() => close?.());

describe('a delivery', () => {
  it('shows what became of it, why, and what it said', async () => {
    await openDelivery(page, parkedId);
    await page
      .getByText(/What “.*” means for publishing is still to be decided/)
      .first()
      .waitFor();
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
  });

  it('shows its times, its pictures, and what it changed line by line', async () => {
    const found = await owner.get<{ results: { deliveryId: string; sourceStatus: string }[] }>(
      '/article-receiver/deliveries?_q=pour-over-ratio',
    );
    const revised = found.results.filter(({ sourceStatus }) => sourceStatus === 'published')[0];
    await openDelivery(page, revised?.deliveryId ?? '');
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
    await openDelivery(page, deliveryId);
    const images = page.locator('section').filter({ hasText: '1 image' });
    await images.getByText('Refused', { exact: true }).waitFor();
    await page.getByRole('heading', { name: /issues? with its content/ }).waitFor();
    await page.getByText('article.images.0').first().waitFor();
    await openDelivery(page, parkedId);
  });

  it('shows what it wrote again of what somebody had deleted, and compares it with nothing', async () => {
    const hero = await makeImage({ width: 70 }, { kind: 'hero' });
    const first = makeDelivery({ article: { heroImageUrl: hero.url, images: [hero] } });
    await site.deliver(first);
    await settled(owner);
    const { results } = await owner.get<{ results: { id: number; width: number }[] }>(
      '/upload/files?pageSize=100',
    );
    await owner.remove(`/upload/files/${results.find(({ width }) => width === 70)?.id}`);
    const deliveryId = await site.deliver(nextDelivery(first));
    await settled(owner);
    await openDelivery(page, deliveryId);
    const field = page.getByRole('region', { name: 'Hero image' });
    await expect(field.textContent()).resolves.toBe(`Hero image${hero.url}`);
    await openDelivery(page, parkedId);
  });

  it('shows of a long text that is compared with nothing its beginning, and all of it when asked', async () => {
    const content = `Coffee. ${'It is brewed. '.repeat(200)}The end.`;
    const deliveryId = await site.deliver(makeDelivery({ article: { content } }));
    await settled(owner);
    await openDelivery(page, deliveryId);
    await page.getByRole('button', { name: /^Show \d+ fields/ }).click();
    const field = page.getByRole('region', { name: 'Content', exact: true });
    await field.getByText('It is brewed.').first().waitFor();
    await expect(field.textContent()).resolves.not.toContain('The end.');
    await field.getByRole('button', { name: 'Show all' }).click();
    await field.getByText('The end.').waitFor();
    await openDelivery(page, parkedId);
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
    await page.getByRole('button', { name: 'Apply again', exact: true }).click();
    await page.getByText('The delivery is taken through once more').waitFor();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The delivery is being applied again').waitFor();
    await attempts.nth(before).waitFor();
  });

  it('is discarded with a reason when it is quarantined', async () => {
    await openDelivery(page, quarantinedId);
    await page.getByRole('heading', { name: /issues? with its content/ }).waitFor();
    await page.getByRole('button', { name: 'Leave out' }).click();
    await page.getByLabel('Reason').fill('A test of the service');
    await page.getByRole('dialog').getByRole('button', { name: 'Leave out' }).click();
    await page.getByText('Left out by Olga Owner: A test of the service').first().waitFor();
    await page.getByRole('button', { name: 'Leave out' }).waitFor({ state: 'detached' });
  });

  it('asks nothing about an article that one may not read', async () => {
    const actions = ['deliveries.read', 'deliveries.redrive'];
    const person = await register(owner, { name: 'Operator', actions });
    const operator = await signIn(browser, site.url, person);
    const refused: string[] = [];
    operator.on('response', (answer) => {
      if (answer.status() === 403) refused.push(answer.url());
    });
    await go(operator, `${LOG}/deliveries/${parkedId}`);
    await operator.getByRole('button', { name: 'Apply again' }).waitFor();
    await loaded(operator);
    expect(refused).toEqual([]);
    await operator.context().close();
  });

  it('is put back into the draft, after a comparison', async () => {
    const first = makeDelivery({ article: { title: 'As it was first' } });
    const deliveryId = await site.deliver(first);
    await settled(owner);
    await site.deliver(nextDelivery(first, { article: { title: 'As it was made later' } }));
    await settled(owner);
    await openDelivery(page, deliveryId);
    await page.getByRole('button', { name: /^Use this version/ }).click();
    const dialog = page.getByRole('dialog');
    const title = dialog.getByRole('region', { name: 'Title' });
    await title.getByText('later').waitFor();
    await expect(seriousFindings(page, '[role=dialog]')).resolves.toEqual([]);
    await dialog.getByRole('button', { name: 'Put it into the draft' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { results } = await owner.get<{ results: { title: string }[] }>(
      `/content-manager/collection-types/plugin::article-receiver.article?filters[sourceId][$eq]=${first.article.id}`,
    );
    expect(results.map((article) => article.title)).toEqual(['As it was first']);
  });

  it('that does not exist is said to be missing', async () => {
    await go(page, LOG);
    await go(page, `${LOG}/deliveries/none`);
    await page.getByText('There is no delivery with this id').waitFor();
    // On a page like the others, with a way back.
    await page.getByRole('heading', { name: 'Delivery', exact: true, level: 1 }).waitFor();
    await page.getByText('Delivery none').waitFor();
    await expect(page.locator('main').count()).resolves.toBe(1);
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await page.getByRole('link', { name: 'Back' }).click();
    await page.getByRole('heading', { name: 'Articles received' }).waitFor();
  });

  it('names many fields that an attempt wrote when somebody wants to know them', async () => {
    const deliveryId = await site.deliver(makeDelivery());
    await settled(owner);
    await openDelivery(page, deliveryId);
    const attempts = page.locator('section').filter({ hasText: 'Attempts' });
    const many = attempts.getByRole('button', { name: 'Changed many fields' });
    await many.waitFor();
    await expect(attempts.getByText(/Slug/).count()).resolves.toBe(0);
    await many.click();
    await attempts.getByText(/Slug/).waitFor();
    await expect(many.getAttribute('aria-expanded')).resolves.toBe('true');
    await expect(seriousFindings(page, 'main')).resolves.toEqual([]);
    await many.click();
    await attempts.getByText(/Slug/).waitFor({ state: 'detached' });
  });

  it('of an article that was deleted says how the article comes back, in the words of its button', async () => {
    const first = makeDelivery();
    const deliveryId = await site.deliver(first);
    await settled(owner);
    const articles = '/content-manager/collection-types/plugin::article-receiver.article';
    const { results } = await owner.get<{ results: { documentId: string }[] }>(
      `${articles}?filters[sourceId][$eq]=${first.article.id}`,
    );
    await owner.remove(`${articles}/${results[0]?.documentId}`);
    await openDelivery(page, deliveryId);
    await page.getByText(/It stays so unless the delivery is applied again\.$/).waitFor();
    await page.getByRole('button', { name: 'Apply again', exact: true }).click();
    await page.getByText(/An article that was deleted comes back\.$/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
  });
});
