import type { Browser, Page } from 'playwright-core';
import { makeDelivery, nextDelivery, type WireDelivery } from '../support/feed/deliveries';
import { makeImage } from '../support/feed/images';
import { seriousFindings } from './support/accessibility';
import { ARTICLES, documentIdOf, panelOf } from './support/article-pages';
import { signIn, startBrowser } from './support/browser';
import { go, lookAwayAndBack } from './support/going';
import {
  PUBLISHER,
  register,
  registerOwner,
  registerStandardEditor,
  type Owner,
} from './support/people';
import { LOG } from './support/log-pages';
import { settled, startSite, type RunningSite } from './support/running-site';

const PUBLISHED = { event: 'article.status_changed', article: { status: 'published' } };

let site: RunningSite;
let browser: Browser;
let owner: Owner;
/** Strapi's own Editor: no owner, and none of the plugin's permissions. */
let page: Page;
let suggested: WireDelivery;
let refusedId: string;

async function send(delivery: WireDelivery): Promise<string> {
  const id = await site.deliver(delivery);
  await settled(owner);
  return id;
}

const draftOf = async (delivery: WireDelivery) =>
  (
    await owner.get<{ data: Record<string, unknown> }>(
      `${ARTICLES}/${await documentIdOf(owner, delivery)}`,
    )
  ).data;

const edit = async (delivery: WireDelivery, changes: object) =>
  owner.send('PUT', `${ARTICLES}/${await documentIdOf(owner, delivery)}`, changes);

/** A published article whose draft has a change of somebody's, and a publication that waits for it. */
async function heldArticle(title: string): Promise<WireDelivery> {
  const first = makeDelivery({ ...PUBLISHED, article: { ...PUBLISHED.article, title } });
  await send(first);
  await edit(first, { author: 'The desk' });
  const next = nextDelivery(first, { article: { description: `About ${title}, newer.` } });
  await send(next);
  return next;
}

/** What came in over night. */
beforeAll(async () => {
  site = await startSite();
  owner = await registerOwner(site.url);
  browser = await startBrowser();
  const editor = await registerStandardEditor(owner);

  const hero = await makeImage({ width: 640, height: 400 }, { kind: 'hero', alt: 'A kettle' });
  const broken = { contentType: 'image/png', base64: 'AAAA', dataUrl: '', byteSize: 3 };
  const chart = await makeImage({}, { ...broken, alt: 'Chart of grinds' });
  refusedId = await send(
    makeDelivery({
      article: { title: 'Grinding', images: [hero, chart], heroImageUrl: hero.url },
    }),
  );

  suggested = makeDelivery({ article: { title: 'Pour-over coffee' } });
  await send(suggested);
  await edit(suggested, { tldr: 'Ours.', description: 'Ours, too.', category: 'ours' });
  const theirs = { tldr: 'Theirs.', description: 'Theirs, too.', category: 'theirs' };
  suggested = nextDelivery(suggested, { article: theirs });
  await send(suggested);

  await heldArticle('Cold brew');
  await heldArticle('Iced coffee');
  const status = { event: 'article.status_changed' };
  const word = { title: 'A matter of words', status: 'in translation' };
  await send(makeDelivery({ ...status, article: word }));
  page = await signIn(browser, site.url, editor);
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
});

const panel = () => panelOf(page);
const item = (text: string, on = page) =>
  on.locator('main').getByRole('listitem').filter({ hasText: text });
const widget = () => page.getByRole('region', { name: 'Waiting for you' });
const counted = (words: string, count: number) => (count > 0 ? `${words} (${count})` : words);
const tab = (count: number) =>
  page.getByRole('link', { name: counted('Waiting for you', count), exact: true });
const rows = () => page.locator('tbody tr');

/** From the widget to what waits in an article, and there. */
async function decideOn(title: string): Promise<void> {
  await go(page, '/admin');
  await widget().getByRole('link', { name: 'All that waits' }).click();
  await item(title)
    .getByRole('link', { name: `Decide: ${title}` })
    .click();
  await page.getByRole('heading', { name: title, level: 1 }).waitFor();
  await panel().waitFor();
}

/** The widget, the menu, the page, the list and its filter: all say the same. */
async function everywhere(count: number, titles: string[]): Promise<void> {
  await go(page, '/admin');
  if (count === 0) await widget().getByText('Nothing waits for you.').waitFor();
  for (const title of titles) await widget().getByRole('link', { name: title }).first().waitFor();
  await page.getByRole('link', { name: 'Articles received', exact: true }).click();
  await page.waitForURL(`**${LOG}/waiting`);
  await tab(count).waitFor();
  if (count === 0) await page.getByText('Nothing waits for you.').waitFor();
  else await item(titles[0] ?? '').waitFor();
  const list = page.locator('main').getByRole('list', { name: 'Waiting for you' });
  expect(await list.locator('> li').count()).toBe(count);
  await go(page, `/admin${ARTICLES}`);
  const button = { name: counted('Articles waiting for you', count), exact: true };
  await page.getByRole('button', button).click();
  await page.getByRole('button', { ...button, pressed: true }).waitFor();
  if (count === 0) await page.getByText('No content found').waitFor();
  else await rows().filter({ hasText: 'A matter of words' }).waitFor({ state: 'detached' });
  for (const title of titles) await rows().filter({ hasText: title }).waitFor();
  if (count > 0) expect(await rows().count()).toBe(count);
  // Strapi keeps how a list is narrowed down.
  await page.getByRole('button', button).click();
  await rows().filter({ hasText: 'A matter of words' }).waitFor();
}

describe('the morning of an editor who has read nothing about it', () => {
  it('begins with what waits, which is said the same everywhere', async () => {
    await everywhere(3, ['Iced coffee', 'Cold brew', 'Pour-over coffee']);
  });

  it('is that of somebody who may only publish, as far as there is something to publish', async () => {
    const publisher = await signIn(browser, site.url, await register(owner, PUBLISHER));
    await publisher.getByRole('link', { name: 'Articles received', exact: true }).click();
    await item('Cold brew', publisher).waitFor();
    await item('Iced coffee', publisher).waitFor();
    expect(await item('Pour-over coffee', publisher).count()).toBe(0);
    await publisher.context().close();
  });

  it('takes one suggestion, keeps one, and takes one where both stand side by side', async () => {
    await decideOn('Pour-over coffee');
    const of = (name: string) => panel().getByRole('region', { name, exact: true });
    await of('Summary (TL;DR)').getByRole('button', { name: 'Accept' }).click();
    await of('Summary (TL;DR)').waitFor({ state: 'detached' });
    await of('Description').getByRole('button', { name: 'Keep mine' }).click();
    await of('Description').waitFor({ state: 'detached' });
    await of('Category').getByText('Compare').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('ours').waitFor();
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await dialog.waitFor({ state: 'detached' });
    await of('Category').waitFor({ state: 'detached' });
    expect(await draftOf(suggested)).toMatchObject({
      tldr: 'Theirs.',
      description: 'Ours, too.',
      category: 'theirs',
    });
  });

  it('takes in what the service changes while the form is open, and undoes none of it', async () => {
    const author = page.getByLabel('Author', { exact: true });
    await author.fill('Edda Editor');
    suggested = nextDelivery(suggested, {
      article: { tldr: 'Theirs again.', keywords: ['kettle'] },
    });
    await send(suggested);
    await lookAwayAndBack(page);
    const notice = panel().getByRole('status').filter({ hasText: 'while you have it open' });
    await notice.getByText('Changed: Summary (TL;DR), Keywords.').waitFor();
    await notice.getByRole('button', { name: 'Take them in' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved document').first().waitFor();
    expect(await draftOf(suggested)).toMatchObject({
      author: 'Edda Editor',
      tldr: 'Theirs again.',
      keywords: ['kettle'],
      description: 'Ours, too.',
    });
  });

  it('is shown in a narrow window, too, that something waits', async () => {
    await page.setViewportSize({ width: 1_024, height: 800 });
    // Strapi decides what to fold away beside a form when it is first shown.
    await page.goto(`/admin${ARTICLES}/${await documentIdOf(owner, suggested)}`);
    await page.getByRole('heading', { name: 'Pour-over coffee', level: 1 }).waitFor();
    const badge = page.getByText('Waiting for you', { exact: true });
    await page.waitForLoadState('networkidle');
    expect(await badge.count()).toBe(0);
    await decideOn('Cold brew');
    await badge.waitFor();
    await page.setViewportSize({ width: 1_280, height: 800 });
  });

  it('lets one publication out and drops the other', async () => {
    await decideOn('Cold brew');
    const modified = page.locator('main').getByText('Modified', { exact: true });
    await modified.waitFor();
    await panel().getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await panel().getByText('A publication is waiting').waitFor({ state: 'detached' });
    await modified.waitFor({ state: 'detached', timeout: 20_000 });
    await page.locator('main').getByText('Published', { exact: true }).first().waitFor();
    await decideOn('Iced coffee');
    await panel().getByRole('button', { name: 'Do not publish' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await panel().getByText('A publication is waiting').waitFor({ state: 'detached' });
    await everywhere(0, []);
  });

  it('learns who may say what a word means, beside its article', async () => {
    await go(page, `/admin${ARTICLES}`);
    const row = rows().filter({ hasText: 'A matter of words' });
    await row.getByText('To be decided').waitFor();
    await row.click();
    const word = panel().getByRole('region', { name: 'Unknown word' });
    await word.getByText('What “in translation” means for publishing').waitFor();
    await word.getByText('Somebody who may act on deliveries and change the settings').waitFor();
    expect(await word.getByRole('link').count()).toBe(0);
    expect(await seriousFindings(page, 'aside')).toEqual([]);
  });

  it('sees which picture is missing, and why', async () => {
    await go(page, `/admin${ARTICLES}`);
    await rows().filter({ hasText: 'Grinding' }).click();
    const missing = panel().getByRole('listitem').filter({ hasText: 'Chart of grinds' });
    await missing.getByText('it is not a JPEG, PNG, WebP, GIF or AVIF image').waitFor();
    expect(await seriousFindings(page, 'aside')).toEqual([]);
  });

  it('finds all of it again, with who decided and when, and takes back what can be', async () => {
    await go(page, `${LOG}/decisions`);
    for (const decided of [
      'Edda Editor took the service’s version of Summary (TL;DR).',
      'Edda Editor kept the draft’s version of Description.',
      'Edda Editor took the service’s version of Category.',
      'Edda Editor published it with the unpublished changes.',
      'Edda Editor decided not to publish it.',
    ]) {
      await item(decided).locator('time').waitFor();
    }
    const undo = page.getByRole('button', { name: 'Take it back' });
    expect(await undo.count()).toBe(2);
    const kept = item('kept the draft’s version of Description');
    await kept.getByRole('button', { name: 'Take it back' }).click();
    await tab(1).waitFor();
    await item('decided not to publish it').getByRole('button', { name: 'Take it back' }).click();
    await tab(2).waitFor();
    await settled(owner);
    await everywhere(2, ['Iced coffee', 'Pour-over coffee']);
  });

  it('is another’s for what only they may decide: the word, on the way there', async () => {
    const other = await signIn(browser, site.url, owner);
    await go(other, `/admin${ARTICLES}?_q=words`);
    await other.locator('tbody tr').filter({ hasText: 'A matter of words' }).click();
    await other
      .getByRole('region', { name: 'Unknown word' })
      .getByRole('link', { name: 'Decide' })
      .click();
    await other.getByRole('radio', { name: /^Draft/ }).click();
    await other.getByRole('button', { name: /^Decide and apply/ }).click();
    await other.getByText('The status is decided').waitFor();
    await go(other, `${LOG}/deliveries/${refusedId}`);
    await other.getByText('1 image is left out').waitFor();
    await other.getByRole('listitem').filter({ hasText: 'Chart of grinds' }).waitFor();
    await other.context().close();
  });
});
