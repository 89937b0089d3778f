import type { Page } from 'playwright-core';

/** How wide windows are in which nothing may have to be scrolled sideways. */
export const WIDTHS = [1_440, 1_024, 800];

/** How far the page can be scrolled sideways, and how many scroll bars it has for all of it. */
export const overflow = (page: Page) =>
  page.evaluate(`({
    sideways: document.documentElement.scrollWidth - window.innerWidth,
    beyond: document.documentElement.scrollHeight - window.innerHeight,
  })`);

/** What has to be scrolled sideways to be seen, within the page. */
export const cutOff = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('main *')]
    .filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowX))
    .filter((e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.outerHTML.slice(0, 80))`);
