import { createRest } from './wakeable-sleep';

/** Whether a promise is settled once everything that can go on now has done so. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await new Promise(setImmediate);
  return settled;
}

const LONG_MS = 60_000;

describe('the rest of a runner', () => {
  it('ends at a hint', async () => {
    const rest = createRest();
    rest.begin();
    const resting = rest.forAtMost(LONG_MS);
    expect(await isSettled(resting)).toBe(false);
    rest.end();
    await resting;
  });

  it('does not begin when the hint came during the work before it', async () => {
    const rest = createRest();
    rest.begin();
    rest.end();
    await rest.forAtMost(LONG_MS);
  });

  it('tells whoever works of the next hint, and of one that came since the work began', async () => {
    const rest = createRest();
    rest.begin();
    const hint = rest.next();
    expect(await isSettled(hint)).toBe(false);
    rest.end();
    await hint;
    await rest.next();
    rest.begin();
    expect(await isSettled(rest.next())).toBe(false);
  });

  it('ends by itself', async () => {
    const rest = createRest();
    rest.begin();
    await rest.asIdle(1);
  });

  it('is idle only when nothing is left to do', async () => {
    const rest = createRest();
    rest.begin();
    const idle = rest.idle();
    const resting = rest.forAtMost(LONG_MS);
    expect(await isSettled(idle)).toBe(false);
    rest.end();
    await resting;
    rest.begin();
    expect(await isSettled(idle)).toBe(false);
    const idling = rest.asIdle(LONG_MS);
    await idle;
    await rest.idle();
    rest.end();
    await idling;
  });

  it('is not idle between a hint and the work that it brings', async () => {
    const rest = createRest();
    rest.begin();
    const idling = rest.asIdle(LONG_MS);
    rest.end();
    expect(await isSettled(rest.idle())).toBe(false);
    await idling;
    expect(await isSettled(rest.idle())).toBe(false);
  });

  it('is not idle before the first work', async () => {
    expect(await isSettled(createRest().idle())).toBe(false);
  });

  it('lets those go who wait for it when it is released', async () => {
    const rest = createRest();
    const idle = rest.idle();
    rest.release();
    await idle;
  });
});
