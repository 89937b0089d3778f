import type { Page } from 'playwright-core';
import { unanswered } from './going';

/** A page that a test has open, and what went wrong in it so far. */
interface ShownPage {
  page: Page;
  wrong: string[];
}

/** Where a file's pages are kept: its environment is loaded apart from its modules. */
const KEPT = Symbol.for('article-receiver.shown-pages');

const kept = (): ShownPage[] =>
  ((globalThis as unknown as Record<symbol, ShownPage[] | undefined>)[KEPT] ??= []);

/** From here on a refusal is one. */
const REFUSED = 400;

/** Keeps a page in mind, for `describePages`, until it is closed. */
export function keepPage(page: Page): void {
  const wrong: string[] = [];
  const one = { page, wrong };
  kept().push(one);
  page.on('close', () => void kept().splice(kept().indexOf(one), 1));
  page.on('pageerror', ({ message }) => void wrong.push(message));
  page.on('console', (said) => {
    // Of an answer with an error more is said below.
    const isAnswer = said.text().startsWith('Failed to load resource');
    if (said.type() === 'error' && !isAnswer) wrong.push(said.text());
  });
  page.on('response', (answer) => {
    if (answer.status() < REFUSED) return;
    wrong.push(`${answer.status()} ${answer.request().method()} ${answer.url()}`);
  });
}

/** How much is said of each page: enough to see what is not there. */
const SAID_LINES = 500;
const SAID_ERRORS = 20;
const PATIENCE_MS = 5_000;

/** What each page that is open shows, as who cannot see it is told, and what went wrong in it. */
export async function describePages(): Promise<string> {
  return (await Promise.all(kept().map(describePage))).join('\n');
}

async function describePage({ page, wrong }: ShownPage): Promise<string> {
  const shown = await page.locator('body').ariaSnapshot({ timeout: PATIENCE_MS }).catch(String);
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  return [
    `${page.url()} (${width} × ${height})`,
    ...shown.split('\n').slice(0, SAID_LINES),
    ...wrong.slice(-SAID_ERRORS),
    ...unanswered(page).map((request) => `not answered: ${request.method()} ${request.url()}`),
  ].join('\n');
}
