import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { makeDelivery, nextDelivery } from '../support/feed/deliveries';
import { seriousFindings } from './support/accessibility';
import { look, signIn, startBrowser } from './support/browser';
import { go, loaded } from './support/going';
import { LOG } from './support/log-pages';
import { cutOff, cutOffBelow, overflow, spilling, WIDTHS } from './support/layout';
import {
  READER,
  register,
  registerOwner,
  registerStandardEditor,
  type Owner,
  type Person,
} from './support/people';
import { settled, startSite, type RunningSite } from './support/running-site';

const ARTICLES = '/content-manager/collection-types/plugin::article-receiver.article';
const SETTINGS = '/admin/settings/article-receiver';
const STATUS = { event: 'article.status_changed' };
/** A word that is wider than narrow windows. */
const WITHOUT_SPACE = 'Donaudampfschifffahrtsgesellschaft'.repeat(5);

/** A word of a service that is wider than a phone. */
const WORD = 'in_translation_by_a_colleague_of_another_department';
/** As wide as phones are. */
const PHONE = 390;

let front: Server;
let site: RunningSite;
let browser: Browser;
let owner: Owner;
let documentId: string;
let deliveryId: string;
let wordId: string;

/** Every page has something to show: what waits, what was decided, a plan, dead links, wrong pages. */
beforeAll(async () => {
  front = createServer((_request, response) => void response.writeHead(404).end());
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  const plugin = {
    articleUrl: `http://127.0.0.1:${(front.address() as AddressInfo).port}/{slug}`,
    links: { from: ['/blog/{slug}'] },
    publishOnReady: 'planned',
    checks: { enabled: true, withinMs: 0, parts: ['title'], privateRanges: ['127.0.0.0/8'] },
    retry: { firstDelayMs: 3_600_000, maxDelayMs: 3_600_000 },
  };
  site = await startSite({ overlay: { plugin } });
  owner = await registerOwner(site.url);
  browser = await startBrowser();
  const title = `Pour-over coffee for people with little time and ${WITHOUT_SPACE}`;
  const published = { title, status: 'published', content: 'See [this](/blog/nobody-wrote-it).' };
  const first = makeDelivery({ ...STATUS, article: published });
  await site.deliver(first);
  await settled(owner);
  const { results } = await owner.get<{ results: { documentId: string }[] }>(ARTICLES);
  documentId = results[0]?.documentId ?? '';
  await owner.send('PUT', `${ARTICLES}/${documentId}`, { tldr: 'Ours.', author: 'Ours.' });
  const theirs = { tldr: 'Theirs.', author: 'Theirs.' };
  deliveryId = await site.deliver(nextDelivery(first, { article: theirs }));
  const plan = { ...first.article.contentPlan, plannedForDate: '2099-03-02' };
  const planned = { title: `Cold brew: ${WITHOUT_SPACE}`, contentPlan: plan, status: 'draft' };
  await site.deliver(makeDelivery({ article: planned }));
  const word = { title: 'A matter of words', status: WORD };
  wordId = await site.deliver(makeDelivery({ ...STATUS, article: word }));
  await site.deliver(Buffer.from('{"event": "article.ready"'));
  await settled(owner);
  const offered = await owner.get<{ results: { id: number }[] }>(
    `/article-receiver/suggestions?documentId=${documentId}&state=open`,
  );
  await owner.send('POST', `/article-receiver/suggestions/${offered.results[0]?.id}/reject`, {});
});
afterAll(async () => {
  await browser?.close();
  await site?.stop();
  front?.close();
});

/** Pages by the permission that they need: none, but some of them are empty then. */
const OPEN = () => ({
  home: '/admin',
  waiting: `${LOG}/waiting`,
  planned: `${LOG}/planned`,
  decided: `${LOG}/decisions`,
  links: `${LOG}/links`,
  pages: `${LOG}/pages`,
});
const OF_EDITORS = () => ({
  list: `/admin${ARTICLES}`,
  article: `/admin${ARTICLES}/${documentId}`,
});
const OF_LOG = () => ({ log: LOG, delivery: `${LOG}/deliveries/${deliveryId}` });
const OF_SETTINGS = () => ({
  connection: `${SETTINGS}/connection`,
  configuration: `${SETTINGS}/configuration`,
});

const nextFrame = (page: Page) =>
  page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');

/** Makes the window as wide as that, and lets the page see it. */
async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await nextFrame(page);
}

/** Goes to a page as it is in a wide window, where Strapi folds nothing away. */
async function visit(page: Page, path: string, part = 'main'): Promise<void> {
  await resize(page, Math.max(...WIDTHS));
  // Strapi decides what to fold away beside a form when it is first shown.
  if (part === PARTS.article) await page.goto(path);
  else await go(page, path);
  await page.getByRole('heading').first().waitFor();
  await page.locator(part).first().waitFor();
  await loaded(page);
}

/** The parts of a page that are the receiver's: Strapi's own have faults of their own. */
const PARTS: Record<string, string> = {
  list: 'tbody',
  article: 'aside',
  home: 'section:has(h2[id^="plugin::article-receiver"])',
};

/** Strapi's own tables scroll sideways; so does its editor of the content. */
const OF_STRAPI = new Set(['home', 'list', 'article']);

/** What does not fit into a window that wide, as soon as the page has come to rest there. */
async function misfits(page: Page, name: string): Promise<object> {
  const { sideways, beyond } = (await overflow(page)) as { sideways: number; beyond: number };
  const cut = OF_STRAPI.has(name) ? [] : await cutOff(page);
  const spilt = await spilling(page, PARTS[name] ?? 'main');
  const below = name === 'home' ? await cutOffBelow(page, PARTS.home ?? '') : [];
  return { sideways, beyond, cut, spilt, below };
}

const FITS = { sideways: 0, beyond: 0, cut: [], spilt: [], below: [] };

/** How long a page may take until it fits a window of another size. */
const RESIZED_MS = 5_000;

/** Looks at a page as wide as windows are. */
async function fits(page: Page, name: string, who: string): Promise<void> {
  for (const width of WIDTHS) {
    await resize(page, width);
    const until = Date.now() + RESIZED_MS;
    let found = await misfits(page, name);
    // A busy machine shows a page between two sizes for more than a frame.
    while (!isDeepStrictEqual(found, FITS) && Date.now() < until) {
      await nextFrame(page);
      found = await misfits(page, name);
    }
    expect({ name, width, ...found }).toEqual({ name, width, ...FITS });
    await look(page, `${who}-${name}-${width}`);
  }
}

/** What the server refuses of what is ours. */
function refusalsOn(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    const isOurs = /\/article-receiver\/|\/content-manager\//.test(response.url());
    if (isOurs && response.status() === 403) refused.push(response.url());
  });
  return refused;
}

/** Where a part of the page leads inside the panel. */
const offeredIn = async (page: Page, part: string): Promise<string[]> =>
  (await page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(part)})]
      .flatMap((part) => [...part.querySelectorAll('a[href^="/admin/"]')])
      .map((link) => link.getAttribute('href').split('?')[0])`,
  )) as string[];

/** Goes through pages, and wherever they lead; nothing may be refused on the way. */
async function goThrough(who: string, person: Person, pages: Record<string, string>) {
  const page = await signIn(browser, site.url, person);
  const refused = refusalsOn(page);
  const offered = new Set<string>();
  for (const [name, path] of Object.entries(pages)) {
    const part = PARTS[name] ?? 'main';
    // Who has no rights has none of the widgets.
    await visit(page, path, who === 'nobody' ? 'main' : part);
    for (const link of await offeredIn(page, part)) offered.add(link);
    await fits(page, name, who);
  }
  const known = new Set(Object.values(pages));
  for (const link of [...offered].filter((one) => !known.has(one))) {
    await visit(page, link);
    const isRefused = await page.getByText("You don't have the permissions").count();
    expect({ who, link, isRefused }).toEqual({ who, link, isRefused: 0 });
  }
  expect(refused).toEqual([]);
  return page;
}

describe('a phone', () => {
  let page: Page;

  beforeAll(async () => {
    page = await signIn(browser, site.url, owner, 'es');
    await page.setViewportSize({ width: PHONE, height: 844 });
  });
  afterAll(() => page?.context().close());

  const dialog = '[role=dialog]';

  it('shows all of a word where it is asked about', async () => {
    await page.goto(`${LOG}/deliveries/${wordId}`);
    await page.getByRole('radiogroup', { name: WORD }).waitFor();
    await expect(spilling(page, 'main')).resolves.toEqual([]);
    await go(page, LOG);
    const row = page.getByRole('row').filter({ hasText: 'A matter of words' });
    const sentence = row.getByTitle(WORD);
    expect(await sentence.evaluate((shown) => shown.scrollWidth - shown.clientWidth)).toBe(0);
    await row.getByRole('checkbox').click();
    await page.getByRole('button', { name: 'Decidir las palabras' }).click();
    await page.locator(dialog).getByText(WORD).waitFor();
    const cut = await page.evaluate(`[...document.querySelectorAll('${dialog} label')]
      .filter((label) => label.scrollWidth > label.clientWidth)
      .map((label) => label.textContent)`);
    expect(cut).toEqual([]);
    await page.keyboard.press('Escape');
  });

  it('shows the titles of what would change within their boxes', async () => {
    await go(page, LOG);
    const change = { articleId: 'art_1', title: WITHOUT_SPACE, documentId: null, action: 'create' };
    const found = { adopts: null, fields: [], publication: 'none', plannedAt: null, states: [] };
    const none = { update: 0, publish: 0, unpublish: 0, hold: 0, planned: 0, deleted: 0, adopt: 0 };
    const one = { deliveries: 1, looked: 1, next: null, articles: 1, create: 1, unchanged: 0 };
    const changes = [{ ...change, ...found }];
    const lists = { failed: [], adoptions: [], changes };
    const asked = '**/article-receiver/deliveries/redrive';
    await page.route(asked, (route) =>
      route.fulfill({ json: { data: { ...none, ...one, ...lists, dryRun: true } } }),
    );
    await page.getByRole('button', { name: 'Volver a aplicar todo' }).click();
    await page.locator(dialog).getByText(WITHOUT_SPACE).waitFor();
    await expect(spilling(page, dialog)).resolves.toEqual([]);
    await page.unroute(asked);
  });
});

describe('all pages', () => {
  it('fit, and can be used by everybody, for an owner who speaks German', async () => {
    const page = await signIn(browser, site.url, owner, 'de');
    const all = { ...OPEN(), ...OF_EDITORS(), ...OF_LOG(), ...OF_SETTINGS() };
    for (const [name, path] of Object.entries(all)) {
      const part = PARTS[name] ?? 'main';
      await visit(page, path, part);
      const findings = await seriousFindings(page, part);
      expect({ name, findings }).toEqual({ name, findings: [] });
      await fits(page, name, 'owner');
      await page.emulateMedia({ colorScheme: 'dark' });
      await look(page, `owner-${name}-dark`);
      await page.emulateMedia({ colorScheme: 'light' });
    }
    await page.context().close();
  });

  it('lead Strapi’s own Editor nowhere where they may not go', async () => {
    const editor = await registerStandardEditor(owner);
    const page = await goThrough('editor', editor, { ...OPEN(), ...OF_EDITORS() });
    await page.context().close();
  });

  it('lead a reader of the log nowhere where they may not go', async () => {
    const reader = await register(owner, READER);
    const page = await goThrough('reader', reader, { ...OPEN(), ...OF_LOG() });
    await page.context().close();
  });

  it('show nothing to somebody without rights', async () => {
    const nobody = await register(owner, { name: 'Nobody', actions: [] });
    const page = await goThrough('nobody', nobody, OPEN());
    await page.goto(`${LOG}/waiting`);
    await page.getByText('Your role may not read any articles.').waitFor();
    // A narrow window has most of the menu folded.
    await page.setViewportSize({ width: 1_280, height: 800 });
    await page.getByRole('link', { name: 'Settings', exact: true }).waitFor();
    expect(await page.getByRole('link', { name: 'Articles received' }).count()).toBe(0);
    for (const path of Object.values({ ...OF_LOG(), ...OF_SETTINGS() })) {
      await page.goto(path);
      const words = page.getByText("You don't have the permissions");
      await words.waitFor();
      const { y = 0 } = (await words.boundingBox()) ?? {};
      expect(Math.abs(y - 800 / 2)).toBeLessThan(100);
    }
    await page.context().close();
  });
});
