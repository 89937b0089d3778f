import { MemoryBudget, type Release } from './memory-budget';

/** What a promise has come to so far. */
const soFar = (promise: Promise<Release | null>) =>
  Promise.race([promise, new Promise((resolve) => setImmediate(resolve, 'waiting'))]);

const LONG = 60_000;

async function taken(reservation: Promise<Release | null>): Promise<Release> {
  const release = await reservation;
  if (!release) throw new Error('there was no room');
  return release;
}

describe('a budget of bytes', () => {
  it('is shared until it is used up, then given in order of arrival', async () => {
    const budget = new MemoryBudget(100);
    const first = await taken(budget.reserve(60, LONG));
    const second = await taken(budget.reserve(40, LONG));
    const third = budget.reserve(50, LONG);
    const fourth = budget.reserve(1, LONG);
    expect(await soFar(third)).toBe('waiting');
    second();
    // The fourth would fit, but does not overtake.
    expect(await soFar(fourth)).toBe('waiting');
    const fifth = budget.reserve(1, LONG);
    expect(await soFar(fifth)).toBe('waiting');
    first();
    (await taken(third))();
    (await taken(fourth))();
    (await taken(fifth))();
  });

  it('counts a release once', async () => {
    const budget = new MemoryBudget(100);
    const first = await taken(budget.reserve(100, LONG));
    first();
    first();
    const second = await taken(budget.reserve(100, LONG));
    const third = budget.reserve(100, LONG);
    expect(await soFar(third)).toBe('waiting');
    second();
    (await taken(third))();
  });

  it('gives a request larger than itself all there is, alone', async () => {
    const budget = new MemoryBudget(100);
    const release = await taken(budget.reserve(1_000, LONG));
    const next = budget.reserve(1, LONG);
    expect(await soFar(next)).toBe('waiting');
    release();
    (await taken(next))();
  });

  it('turns away who waited too long, and lets the next one in', async () => {
    const budget = new MemoryBudget(100);
    const release = await taken(budget.reserve(60, LONG));
    const tooLarge = budget.reserve(90, 1);
    const small = budget.reserve(10, LONG);
    expect(await tooLarge).toBeNull();
    (await taken(small))();
    release();
    (await taken(budget.reserve(100, LONG)))();
  });
});
