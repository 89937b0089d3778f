import type { Page, Route } from 'playwright-core';

/** Answers that are on their way to a page until they are let go. */
export interface HeldAnswers {
  /** Resolves once there is one. */
  readonly answered: Promise<void>;
  /** What the page asks for later is not held any more. */
  letGo(): void;
}

/**
 * Keeps what the server answers from a page, as a slow network does.
 * @param times how many requests are held at most.
 */
export async function holdAnswers(
  page: Page,
  method: 'GET' | 'POST' | 'PUT',
  address: RegExp,
  times = Infinity,
): Promise<HeldAnswers> {
  let left = times;
  let isAnswered = () => {};
  const answered = new Promise<void>((resolve) => (isAnswered = resolve));
  let letGo = () => {};
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route(address, async (route: Route) => {
    if (route.request().method() !== method || left === 0) return route.fallback();
    left -= 1;
    const response = await route.fetch();
    isAnswered();
    await isLetGo;
    await route.fulfill({ response });
  });
  return {
    answered,
    letGo: () => {
      // Later ones take their own way: one that is still on it when the site ends would fail the test.
      left = 0;
      letGo();
    },
  };
}
