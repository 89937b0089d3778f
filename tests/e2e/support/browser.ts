import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from 'playwright-core';
import { watchRequests } from './going';
import type { Person } from './people';
import { keepPage } from './shown-pages';

const IMAGES = join(__dirname, '..', '..', '..', 'docs', 'images');
const PATIENCE_MS = 90_000;

const LIST = join(__dirname, '..', '..', '..', 'scripts', 'support', 'chromium-places.json');
const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  ...(JSON.parse(readFileSync(LIST, 'utf8')) as string[]),
];

/** The system's own Chromium, without a window and without talking to anybody. */
export async function startBrowser(): Promise<Browser> {
  const executablePath = PLACES.find((place) => place !== '' && existsSync(place));
  if (!executablePath) {
    throw new Error(
      'There is no Chromium. Install it (apt-get install -y chromium), or set CHROMIUM_PATH.',
    );
  }
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-dev-shm-usage',
    ],
  });
}

/** What the panel keeps a session's token in (5.54.0: reducer.ts), and the language of a profile. */
const TOKEN_COOKIE = 'jwtToken';
const LANGUAGE_KEY = 'strapi-admin-language';

/**
 * On a busy machine Chromium (156) now and then stops to call back pages that wait for an idle moment, and never
 * does again, also in an empty page. Strapi shows an entry's panels in such a moment (5.54.0:
 * DescriptionComponentRenderer.tsx), and does without where a browser has none of them, as Safari.
 */
const WITHOUT_IDLE_MOMENTS = `for (const name of ['requestIdleCallback', 'cancelIdleCallback'])
  delete window[name]`;

/** A browser of somebody's own. @param language of their profile. */
async function newContext(browser: Browser, url: string, language = 'en') {
  const localStorage = [{ name: LANGUAGE_KEY, value: language }];
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    viewport: { width: 1_280, height: 800 },
    storageState: { cookies: [], origins: [{ origin: url, localStorage }] },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(WITHOUT_IDLE_MOMENTS);
  return context;
}

async function newPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  watchRequests(page);
  keepPage(page);
  return page;
}

/**
 * The panel's homepage, for somebody who is signed in. They have a session already: the page to sign in
 * would be the first of the panel to load, each time.
 * @param language of their profile.
 */
export async function signIn(
  browser: Browser,
  url: string,
  person: Person,
  language = 'en',
): Promise<Page> {
  const context = await newContext(browser, url, language);
  const { email, password } = person;
  const answer = await context.request.post('/admin/login', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} was not let in: ${await answer.text()}`);
  const { data } = (await answer.json()) as { data: { token: string } };
  await context.addCookies([{ name: TOKEN_COOKIE, value: data.token, url }]);
  const page = await newPage(context);
  await page.goto('/admin');
  await page.getByRole('navigation').first().waitFor();
  await dismissNews(page);
  return page;
}

/**
 * The page where the panel leads somebody who signs in as people do, whichever Strapi it is.
 * @param patienceMs how long the page waits for anything, from then on, too.
 */
export async function signInByHand(
  browser: Browser,
  url: string,
  person: Person,
  patienceMs = PATIENCE_MS,
): Promise<Page> {
  const page = await newPage(await newContext(browser, url));
  page.setDefaultTimeout(patienceMs);
  await page.goto('/admin/auth/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: false }).first().fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('navigation').first().waitFor();
  await page.waitForURL((address) => !address.pathname.includes('/auth/'));
  return page;
}

/** Chooses the panel's language, as the profile page does. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('${LANGUAGE_KEY}', '${language}')`);
  await page.reload();
}

/** Closes what Strapi itself has to say to a newcomer: it is not what the pictures are about. */
export async function dismissNews(page: Page): Promise<void> {
  const news = page.getByText('Introducing the new Media Library');
  await news.waitFor();
  await page.getByRole('button', { name: 'Close the banner. ', exact: true }).click();
  await news.waitFor({ state: 'detached' });
}

/** Takes a picture for the documentation, of the whole window or of a part of it. */
export async function picture(page: Page, name: string, part?: Locator): Promise<void> {
  await mkdir(IMAGES, { recursive: true });
  // Nothing hovered, nothing focused. Strapi's tooltip closes with the second move outside of it.
  await page.mouse.move(640, 1, { steps: 5 });
  await page.evaluate('document.activeElement?.blur()');
  await page.evaluate(
    'Promise.all([...document.images].map((image) => image.decode().catch(() => null)))',
  );
  await notificationsGone(page);
  const options = { path: join(IMAGES, `${name}.png`), animations: 'disabled' } as const;
  if (!part) {
    await page.screenshot(options);
    return;
  }
  // What is higher than the window would be cut off where the panel scrolls.
  const height = (await part.boundingBox())?.height ?? 0;
  await page.setViewportSize({ width: 1_280, height: Math.max(800, Math.ceil(height) + 600) });
  await part.screenshot(options);
  await page.setViewportSize({ width: 1_280, height: 800 });
}

/** Takes a picture for people to look at, into the folder that `E2E_LOOK` names, if it does. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env.E2E_LOOK;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  const window = page.viewportSize();
  const hidden = await page.evaluate<number>(`Math.max(0, ...[...document.querySelectorAll('*')]
    .filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowY))
    .map((e) => e.scrollHeight - e.clientHeight))`);
  // What is below the window is looked at, too.
  if (window) await page.setViewportSize({ ...window, height: window.height + hidden });
  await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled' });
  if (window) await page.setViewportSize(window);
}

/** Notifications come and go; a picture with one would be different each time. */
async function notificationsGone(page: Page): Promise<void> {
  // Strapi has it beside what it closes.
  const close = page.locator(':has(> [role=status]) > button').filter({ hasText: 'Close' });
  // One that is going already cannot be pressed.
  for (const one of await close.all()) await one.click({ timeout: 1_000 }).catch(() => null);
  await close.first().waitFor({ state: 'detached' });
}
