import fc from 'fast-check';
import { eventually } from '../../support/eventually';
import { quietly } from '../../support/log-lines';
import { bootSite, type Site } from '../../support/site/site';
import { clearSite } from '../clear-site';
import { expectRebuilt } from '../offered';
import { FOUND } from './slug-adopted-found';
import { nothingYet } from './slug-adopted-model';
import { takeStep } from './slug-adopted-play';
import { expectRight } from './slug-adopted-shown';
import { playedEntries } from './slug-adopted-site';
import { steps, type Step } from './slug-adopted-steps';
import { TARGETS } from './slug-adopted-targets';

const PATIENCE_MS = 600_000;

describe.each(TARGETS)('entries that others make, on $name', ({ place, own, options }) => {
  let site: Site;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite(await options());
  });
  afterAll(() => site?.destroy());

  async function play(history: readonly Step[]): Promise<void> {
    await clearSite(site, own);
    const entries = playedEntries(site, place, (runs += 1));
    const played = { site, entries, right: nothingYet() };
    for (const [number, step] of history.entries()) {
      await takeStep(step, number, played);
      await site.settle();
      // What an editor's work sets off follows its commit.
      await eventually(() => expectRight({ number, ...step }, played));
    }
    await takeStep({ do: 'rebuild' }, history.length, played);
    await eventually(() => expectRight('a rebuild', played));
    await expectRebuilt(site);
  }

  it(
    'are gone on with once, keep what is in them, and are public as somebody said',
    async () => {
      const property = fc.asyncProperty(steps, (history) => quietly(site, () => play(history)));
      const numRuns = FOUND.length + Number(process.env.DISORDER_RUNS ?? 3);
      const examples = FOUND.map((found): [Step[]] => [found]);
      await fc.assert(property, { numRuns, endOnFailure: true, examples });
    },
    PATIENCE_MS,
  );
});
