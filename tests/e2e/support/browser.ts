import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Browser, type Locator, type Page } from 'playwright-core';
import type { Person } from './people';

const IMAGES = join(__dirname, '..', '..', '..', 'docs', 'images');
const PATIENCE_MS = 30_000;

const PLACES = [
  process.env.CHROMIUM_PATH ?? '',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
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

/** A page of somebody who has just signed in. */
export async function signIn(browser: Browser, url: string, person: Person): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-GB',
    timezoneId: 'UTC',
    colorScheme: 'light',
    viewport: { width: 1_280, height: 800 },
  });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  await page.goto('/admin/auth/login');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: false }).first().fill(person.password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('navigation').first().waitFor();
  await page.waitForURL((address) => !address.pathname.includes('/auth/'));
  await dismissNews(page);
  return page;
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
  // Nothing hovered, nothing focused.
  await page.mouse.move(640, 1);
  await page.evaluate('document.activeElement?.blur()');
  const options = { path: join(IMAGES, `${name}.png`), animations: 'disabled' } as const;
  await (part ? part.screenshot(options) : page.screenshot(options));
}
