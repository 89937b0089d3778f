import fc from 'fast-check';
import { fakeClock } from '../../support/site/clock';
import { bootSite, type Site } from '../../support/site/site';
import { clearSite } from '../clear-site';
import { FOUND } from './told-found';
import { startFront, type Front } from './told-front';
import { playTold } from './told-play';
import { toldHistories, type ToldStep } from './told-steps';
import { TARGETS } from './told-targets';

const PATIENCE_MS = 3_600_000;
const START = Date.parse('2026-11-01T12:00:00Z');

const ABOUT = 'what is published, moved and taken offline, among reboots and answers of IndexNow';

describe.each(TARGETS)(`${ABOUT}, of $name`, ({ target, types, options, own }) => {
  let front: Front;
  let site: Site;
  let runs = 0;
  let now = START;
  let setClock: ReturnType<typeof fakeClock>;

  beforeAll(async () => {
    setClock = fakeClock(new Date(now).toISOString());
    front = await startFront();
    site = await bootSite({ types, pluginConfig: { ...options, ...front.optionsAt('first') } });
  });
  afterAll(async () => {
    await site?.destroy();
    await front?.close();
    jest.useRealTimers();
  });

  const passTime = (minutes: number) => {
    now += minutes * 60_000;
    setClock(new Date(now).toISOString());
  };

  async function play(steps: ToldStep[]): Promise<void> {
    passTime(60);
    await playTold(site, front, steps, { run: `t${(runs += 1)}`, passTime, target, options });
    // Without pages, or the clearing away may be told while the next history is played.
    await site.restart(options);
    await clearSite(site, own);
    for (const name of ['page', 'announcement']) {
      await site.strapi.db.query(`plugin::article-receiver.${name}`).deleteMany({});
    }
  }

  it(
    'is told once after each change, and of nothing else',
    async () => {
      await fc.assert(fc.asyncProperty(toldHistories, play), {
        examples: FOUND.map((found) => [found]),
        numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 3),
        endOnFailure: process.env.DISORDER_SHRINK === undefined,
      });
    },
    PATIENCE_MS,
  );
});
