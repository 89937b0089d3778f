import type { Page, Request } from 'playwright-core';

/** How long nothing may be asked of the server before a page counts as loaded. */
const QUIET_MS = 150;

const asked = new WeakMap<Page, Set<Request>>();

/** Keeps in mind what the page asks for from now on. */
export function watchRequests(page: Page): void {
  const open = new Set<Request>();
  asked.set(page, open);
  page.on('request', (request) => void open.add(request));
  const answered = (request: Request) => void open.delete(request);
  page.on('requestfinished', answered);
  page.on('requestfailed', answered);
}

/** What the page asked for and has no answer to yet. */
export const unanswered = (page: Page): Request[] => [...(asked.get(page) ?? [])];

/** How long is waited for it at most: whoever looks at the page says then what is not there. */
const LOADED_MS = 10_000;

/** Waits until everything that the page asked for is there and shown. */
export async function loaded(page: Page): Promise<void> {
  const open = asked.get(page) ?? new Set();
  const until = Date.now() + LOADED_MS;
  for (let since = Date.now(); Date.now() - since < QUIET_MS && Date.now() < until;) {
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 30)))');
    if (open.size > 0) since = Date.now();
  }
}

/** How long a page may stand as it was after a link was followed. */
const PATIENCE_MS = 20_000;

/**
 * Goes to another page as the panel's links do, without starting the panel anew, which takes most of the
 * time. The page before is gone then, and the new one is loaded. Whoever is there already looks at it again.
 */
export async function go(page: Page, path: string): Promise<void> {
  const before = new URL(page.url());
  const address = new URL(path, before);
  const there = JSON.stringify(address.href);
  if (address.href === before.href) await lookAwayAndBack(page);
  // Under another filter a list may look the same: there is nothing to wait for.
  else if (address.pathname === before.pathname) await page.evaluate(`(${leave})(${there})`);
  else if (!(await page.evaluate(`(${leaveAndWait})(${there})`)))
    throw new Error(`nothing changed on the way to ${address.href}`);
  await loaded(page);
}

/** What a link of the panel does. */
const leave = `(address) => {
  history.pushState(null, '', address);
  dispatchEvent(new PopStateEvent('popstate', { state: null }));
}`;

/** The same; whether the page that was left is gone in time. */
const leaveAndWait = `(address) => new Promise((done) => {
  const text = () => document.querySelector('main')?.textContent;
  const marked = document.querySelectorAll('main, main *');
  for (const element of marked) element.setAttribute('data-left', '');
  const before = text();
  const late = setTimeout(() => done(false), ${PATIENCE_MS});
  const look = () => {
    const isReplaced = document.querySelectorAll('[data-left]').length < marked.length;
    if (!isReplaced && text() === before) return requestAnimationFrame(look);
    clearTimeout(late);
    done(true);
  };
  (${leave})(address);
  look();
})`;

/** Looks away from the page and back at it, as whoever turns to another tab meanwhile does. */
export async function lookAwayAndBack(page: Page): Promise<void> {
  await page.evaluate(`for (const hidden of [true, false]) {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }`);
}
