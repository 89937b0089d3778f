import type { Page } from 'playwright-core';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { speak } from './support/browser';
import { go, lookAwayAndBack } from './support/going';
import { cutOff, FRAME } from './support/layout';
import { LOG, openDelivery } from './support/log-pages';
import { openSite, type OpenedSite } from './support/opened-site';
import type { Owner } from './support/people';
import { settled, type RunningSite } from './support/running-site';

const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';
const TITLE = 'Pour-over coffee';

let site: RunningSite;
let close: OpenedSite['close'] | undefined;
let owner: Owner;
let page: Page;
let documentId: string;

beforeAll(async () => {
  const overlay = { plugin: { retry: { firstDelayMs: 3_600_000 } } };
  ({ site, owner, page, close } = await openSite({ overlay }));
  const first = makeDelivery({ article: { title: TITLE } });
  await site.deliver(first);
  await settled(owner);
  const { results } = await owner.get<{ results: { documentId: string }[] }>(ARTICLES);
  documentId = results[0]?.documentId ?? '';
  const ours = { description: 'Ours.', tldr: 'Ours.', author: 'Ours.', keyTakeaways: ['Ours'] };
  await owner.send('PUT', `${ARTICLES}/${documentId}`, ours);
  const theirs = { description: 'D.', tldr: 'T.', author: 'A.', keyTakeaways: ['Theirs', 'Two'] };
  await site.deliver(nextDelivery(first, { article: theirs }));
  await settled(owner);
});
afterAll(() => close?.());

describe('a suggestion', () => {
  const suggestions = () =>
    page.getByRole('group', { name: 'Content service' }).getByRole('region');
  it('stands where its field stands in the form', async () => {
    await go(page, `/admin${ARTICLES}/${documentId}`);
    await suggestions().nth(3).waitFor();
    const all = await suggestions().all();
    const names = await Promise.all(all.map((one) => one.getAttribute('aria-label')));
    expect(names).toEqual(['Description', 'Author', 'Key takeaways', 'Summary (TL;DR)']);
  });

  it('of a list has its items apart', async () => {
    const list = suggestions().filter({ hasText: 'Key takeaways' });
    expect(await list.innerText()).toContain('Theirs\nTwo');
  });
});

describe('the choices of what a word means', () => {
  it('have a colon as each language has it', async () => {
    const word = { title: 'A matter of words', status: 'in translation' };
    const id = await site.deliver(makeDelivery({ event: 'article.status_changed', article: word }));
    await settled(owner);
    await speak(page, 'fr');
    await page.goto(`${LOG}/deliveries/${id}`);
    await page.getByRole('radio').first().waitFor();
    const choices = await page.getByRole('radiogroup').textContent();
    expect(choices).toMatch(/Brouillon\u00a0: le brouillon/);
    await speak(page, 'en');
  });
});

describe('a delivery that failed', () => {
  it('says why and when it is tried again in sentences, each once', async () => {
    let id = '';
    const image = await makeImage({ color: '#c02020' });
    await site.withoutStorage(async () => {
      id = await site.deliver(makeDelivery({ article: { title: 'Lost', images: [image] } }));
      await settled(owner);
    });
    await openDelivery(page, id);
    const said = page.locator('section').filter({ hasText: 'What became of it' });
    const words = await said.innerText();
    expect(words).toMatch(/ is not there \(ENOENT[^()]*\)\. It is tried again/);
    expect(words.match(/tried again/g)).toHaveLength(1);
  });

  it('is apart from what is said while the server is away', async () => {
    await page.route('**/article-receiver/**', (route) => route.abort());
    await lookAwayAndBack(page);
    const notice = page.getByRole('status').filter({ hasText: 'has not answered since' });
    await notice.waitFor();
    const card = page.locator('section').filter({ hasText: 'What became of it' });
    const [above, below] = [await notice.boundingBox(), await card.boundingBox()];
    const gap = (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
    await page.unroute('**/article-receiver/**');
    await notice.waitFor({ state: 'detached' });
    expect(gap).toBeGreaterThanOrEqual(16);
  });
});

describe('what waits', () => {
  it('says since when in short, and exactly on hover', async () => {
    await go(page, `${LOG}/waiting`);
    const time = page.locator('main li').filter({ hasText: TITLE }).locator('time');
    expect(await time.textContent()).toMatch(/ago|now/);
    expect(await time.getAttribute('title')).toMatch(/^\w+ \d+, \d{4}, \d+:\d\d:\d\d/);
  });

  it('is said to be old, while the server is away, however far down somebody is', async () => {
    await page.setViewportSize({ width: 1_280, height: 300 });
    await page.route('**/article-receiver/**', (route) => route.abort());
    await lookAwayAndBack(page);
    const notice = page.getByRole('status').filter({ hasText: 'has not answered since' });
    await notice.waitFor();
    const last = page.locator('main li').last();
    await last.scrollIntoViewIfNeeded();
    await page.mouse.move(640, 200);
    await page.mouse.wheel(0, 5_000);
    expect((await notice.boundingBox())?.y).toBeGreaterThanOrEqual(0);
    await page.unroute('**/article-receiver/**');
    await notice.waitFor({ state: 'detached' });
  });
});

describe('on a phone', () => {
  it('a title can be read in the log, and a time in two lines', async () => {
    const title = 'Water for coffee, and how hard it may be in the morning';
    const id = await site.deliver(makeDelivery({ article: { title } }));
    await settled(owner);
    await page.setViewportSize({ width: 390, height: 844 });
    await go(page, LOG);
    const words = page.getByRole('link', { name: title }).locator('span').first();
    // One line of it is 24 pixels high.
    expect((await words.boundingBox())?.height).toBeGreaterThan(40);
    await openDelivery(page, id);
    const time = page.getByRole('table').locator('tbody time').first();
    expect((await time.boundingBox())?.height).toBeLessThan(60);
    await page.setViewportSize({ width: 1_280, height: 800 });
  });
});

describe('the counts by state', () => {
  it('have their words in number, as languages have them', async () => {
    await site.deliver(makeDelivery({ article: { title: 'One more' } }));
    await settled(owner);
    await speak(page, 'es');
    await page.goto(LOG);
    const tile = page.getByRole('list', { name: 'Entregas por estado' }).getByText(/^Recibida/);
    await expect(tile.textContent()).resolves.toBe('Recibidas');
    await speak(page, 'en');
  });
});

describe('with the few colours of high contrast', () => {
  afterAll(() => page?.emulateMedia({ forcedColors: 'none' }));

  /** The grounds of parts of the page, as they are drawn. */
  const grounds = (parts: string) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('${parts}')].map((e) => getComputedStyle(e).backgroundColor)`,
    );

  it('the log shows which view and state it has, and how many came', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await go(page, LOG);
    await page.getByRole('button', { name: /Arrived$/ }).click();
    const views = await page.evaluate<{ isThis: boolean; line: string }[]>(
      `[...document.querySelectorAll('nav[aria-label="Views"] a')].map((e) => ({
        isThis: e.ariaCurrent === 'page',
        line: getComputedStyle(e).borderBottomColor,
      }))`,
    );
    const lineOf = (isThis: boolean) =>
      new Set(views.filter((one) => one.isThis === isThis).map(({ line }) => line));
    expect([lineOf(true).size, lineOf(false).size]).toEqual([1, 1]);
    expect(lineOf(true)).not.toEqual(lineOf(false));
    const pressed = page.getByRole('button', { pressed: true }).first();
    await pressed.waitFor();
    const outline = `getComputedStyle(document.querySelector('button[aria-pressed=true]')).outlineStyle`;
    expect(await page.evaluate(outline)).toBe('solid');
    const [canvas] = await grounds('body');
    const bars = await grounds('[role=group] ul button > span');
    expect(bars.length).toBeGreaterThan(0);
    expect(bars).not.toContain(canvas);
    const ends = await grounds('tbody td [aria-hidden=true]');
    expect(ends.length).toBeGreaterThan(0);
    expect(ends).not.toContain(canvas);
  });

  it('a title’s frame leaves what became of it legible', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await go(page, LOG);
    const title = page.locator('tbody tr').first().getByRole('link').first();
    const sentence = title.locator('xpath=../following-sibling::*').first();
    const [above, below] = [await title.boundingBox(), await sentence.boundingBox()];
    // As far as the frame stands out.
    const gap = (below?.y ?? 0) - ((above?.y ?? 0) + (above?.height ?? 0));
    expect(gap).toBeGreaterThanOrEqual(FRAME / 2);
  });

  it('the settings show what is switched', async () => {
    await page.emulateMedia({ forcedColors: 'active' });
    await go(page, '/admin/settings/article-receiver/configuration');
    await page.getByRole('switch').first().waitFor();
    const [canvas] = await grounds('body');
    const switches = await grounds('[role=switch]');
    expect(switches.length).toBeGreaterThan(0);
    expect(switches).not.toContain(canvas);
  });
});

describe('a word of the service that is longer than lines are', () => {
  it('leaves all of what an attempt did in sight', async () => {
    const word = { event: 'article.status_changed', article: { status: 'w'.repeat(100) } };
    const id = await site.deliver(makeDelivery(word));
    await settled(owner);
    await page.setViewportSize({ width: 1_280, height: 800 });
    await openDelivery(page, id);
    await page.getByRole('heading', { name: 'Attempts' }).waitFor();
    await expect(cutOff(page)).resolves.toEqual([]);
  });
});
