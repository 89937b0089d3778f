import type { Page } from 'playwright-core';

/** How wide windows are in which nothing may have to be scrolled sideways. */
export const WIDTHS = [1_440, 1_024, 800];

/** How far the page can be scrolled sideways, and how many scroll bars it has for all of it. */
export const overflow = (page: Page) =>
  page.evaluate(`({
    sideways: document.documentElement.scrollWidth - window.innerWidth,
    beyond: document.documentElement.scrollHeight - window.innerHeight,
  })`);

/** The frame around a focused link is a little wider than the link. */
export const FRAME = 8;

/** What is wider than the box that it stands in, and so runs over its edge. */
export const spilling = (page: Page, part: string) =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(part)})]
    .flatMap((part) => [...part.querySelectorAll(':not(button)')])
    .filter((e) => e.clientWidth > 1 && e.scrollWidth > e.clientWidth + ${FRAME})
    .filter((e) => getComputedStyle(e).overflowX === 'visible')
    // What may be pressed around a box to tick is larger than the box.
    .filter((e) => !e.querySelector(':scope > [role="checkbox"]'))
    .map((e) => e.outerHTML.slice(0, 200))`);

/** What a part of the page shows only to whoever scrolls within it. */
export const cutOffBelow = (page: Page, part: string) =>
  page.evaluate(`[...document.querySelectorAll(${JSON.stringify(part)})]
    .flatMap((part) => [...part.querySelectorAll('*')])
    .filter((e) => /auto|scroll|hidden/.test(getComputedStyle(e).overflowY))
    .filter((e) => e.clientHeight > 1 && e.scrollHeight > e.clientHeight + 1)
    .map((e) => e.outerHTML.slice(0, 200))`);

/** What has to be scrolled sideways to be seen, within the page. */
export const cutOff = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll('main *')]
    .filter((e) => /auto|scroll/.test(getComputedStyle(e).overflowX))
    .filter((e) => e.clientWidth > 0 && e.scrollWidth > e.clientWidth + 1)
    .map((e) => e.outerHTML.slice(0, 80))`);
