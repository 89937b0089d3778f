import { createWakeableSleep } from './wakeable-sleep';

/** Whether a promise is settled once everything that can go on now has done so. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise(setImmediate);
  return settled;
}

const LONG_MS = 60_000;

describe('the sleep of a runner', () => {
  it('ends at a hint', async () => {
    const sleep = createWakeableSleep();
    sleep.begin();
    const sleeping = sleep.forAtMost(LONG_MS);
    expect(await isSettled(sleeping)).toBe(false);
    sleep.end();
    await sleeping;
  });

  it('does not begin when the hint came during the work before it', async () => {
    const sleep = createWakeableSleep();
    sleep.begin();
    sleep.end();
    await sleep.forAtMost(LONG_MS);
  });

  it('says whether there was a hint since the work before it began', () => {
    const sleep = createWakeableSleep();
    sleep.begin();
    expect(sleep.begin()).toBe(false);
    sleep.end();
    expect(sleep.begin()).toBe(true);
    expect(sleep.begin()).toBe(false);
  });

  it('tells whoever works of the next hint, and of one that came since the work began', async () => {
    const sleep = createWakeableSleep();
    sleep.begin();
    const hint = sleep.next();
    expect(await isSettled(hint)).toBe(false);
    sleep.end();
    await hint;
    await sleep.next();
    sleep.begin();
    expect(await isSettled(sleep.next())).toBe(false);
  });

  it('ends by itself', async () => {
    const sleep = createWakeableSleep();
    sleep.begin();
    await sleep.asIdle(1);
  });

  it('is idle only when nothing is left to do', async () => {
    const sleep = createWakeableSleep();
    sleep.begin();
    const idle = sleep.idle();
    const sleeping = sleep.forAtMost(LONG_MS);
    expect(await isSettled(idle)).toBe(false);
    sleep.end();
    await sleeping;
    sleep.begin();
    expect(await isSettled(idle)).toBe(false);
    const idling = sleep.asIdle(LONG_MS);
    await idle;
    await sleep.idle();
    sleep.end();
    await idling;
  });

  it('is not idle between a hint and the work that it brings', async () => {
    const sleep = createWakeableSleep();
    sleep.begin();
    const idling = sleep.asIdle(LONG_MS);
    sleep.end();
    expect(await isSettled(sleep.idle())).toBe(false);
    await idling;
    expect(await isSettled(sleep.idle())).toBe(false);
  });

  it('is not idle before the first work', async () => {
    expect(await isSettled(createWakeableSleep().idle())).toBe(false);
  });

  it('lets those go who wait for it when it is released', async () => {
    const sleep = createWakeableSleep();
    const idle = sleep.idle();
    sleep.release();
    await idle;
  });
});
