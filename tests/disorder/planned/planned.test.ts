import fc from 'fast-check';
import { fakeClock } from '../../support/site/clock';
import { bootSite, type Site } from '../../support/site/site';
import { carryOut, seenAs } from '../people/people-acts';
import { playedArticle } from '../people/people-site';
import { clearTarget, TARGETS } from '../people/people-targets';
import { afterPlanned, atFirst, type World } from './planned-play';
import { DAYS, plannedHistories, type PlannedStep } from './planned-steps';

const PATIENCE_MS = 600_000;

/** Administrators stay signed in while days go by, in seconds. */
const YEAR = 365 * 24 * 60 * 60;
const SESSIONS = {
  ...{ accessTokenLifespan: YEAR, maxRefreshTokenLifespan: YEAR, idleRefreshTokenLifespan: YEAR },
  ...{ maxSessionLifespan: YEAR, idleSessionLifespan: YEAR },
};

/** After the deliveries, whose times are theirs, and before the days. */
const BEGINNING = Date.parse('2026-09-03T12:00:00Z');
const STEP_MS = 60_000;

describe.each(TARGETS)('people’s work and days that come, on $name', ({ place, options }) => {
  let site: Site;
  let setClock: ReturnType<typeof fakeClock>;
  let runs = 0;

  beforeAll(async () => {
    setClock = fakeClock(new Date(BEGINNING).toISOString());
    const target = await options();
    const siteConfig = 'siteConfig' in target ? target.siteConfig : {};
    const planned = { time: '09:00', timeZone: 'Europe/Berlin' };
    site = await bootSite({
      ...target,
      siteConfig: {
        ...siteConfig,
        admin: { auth: { secret: 'of these histories', sessions: SESSIONS } },
      },
      pluginConfig: { ...target.pluginConfig, publishOnReady: 'planned', planned },
    });
  });
  afterAll(async () => {
    await site?.destroy();
    jest.useRealTimers();
  });

  /** Each step has its own time: it stands still meanwhile. */
  const standAt = ({ come }: World, number: number) => {
    const day = DAYS[come - 1];
    const from = day === undefined ? BEGINNING : Date.parse(`${day}T12:00:00Z`);
    setClock(new Date(from + number * STEP_MS).toISOString());
  };

  async function play(steps: PlannedStep[]): Promise<void> {
    const article = playedArticle(site, place, `day${(runs += 1)}`);
    let now = atFirst();
    standAt(now, 0);
    for (const [number, step] of steps.entries()) {
      const next = afterPlanned(now, step, number);
      if (next === null) continue;
      standAt(next, number);
      if (step.do === 'day')
        site.strapi.plugin('article-receiver').service<Runner>('runner').kick();
      else if (step.do === 'deliver')
        await article.deliver(step.time * 100 + number, step.word, step.says, step.day);
      else await carryOut(step, now.article, number, article);
      await seenAs(site, article, next.article, { number, step });
      now = next;
    }
    await article.rebuild();
    await seenAs(site, article, now.article, 'a rebuild');
    await clearTarget(site, place);
  }

  it(
    'publishes on the day what the service planned, and takes nothing of theirs',
    async () => {
      await fc.assert(fc.asyncProperty(plannedHistories, play), {
        numRuns: Number(process.env.DISORDER_RUNS ?? 4),
        endOnFailure: true,
      });
    },
    PATIENCE_MS,
  );
});

interface Runner {
  kick(): void;
}
