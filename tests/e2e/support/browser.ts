import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import { watchRequests } from './going';
import type { Person } from './people';

const IMAGES = join(__dirname, '..', '..', '..', 'docs', 'images');
/** Vite has the whole panel to prepare for the first page of `develop`, on a machine with other work. */
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

/** A page of somebody who has just signed in. @param language of their profile. */
export async function signIn(
  browser: Browser,
  url: string,
  person: Person,
  language = 'en',
  hasNews = true,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    viewport: { width: 1_280, height: 800 },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  watchRequests(page);
  await page.goto('/admin/auth/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: false }).first().fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('navigation').first().waitFor();
  await page.waitForURL((address) => !address.pathname.includes('/auth/'));
  if (hasNews) await dismissNews(page);
  if (language !== 'en') await speak(page, language);
  return page;
}

/** Chooses the panel's language, as the profile page does. */
export async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate(`localStorage.setItem('strapi-admin-language', '${language}')`);
  await page.reload();
}

/** Closes what Strapi itself has to say to a newcomer: it is not what the pictures are about. */
async function dismissNews(page: Page): Promise<void> {
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
  for (const close of await page.getByRole('status').getByRole('button', { name: 'Close' }).all()) {
    await close.click({ timeout: 1_000 }).catch(() => null);
  }
}
