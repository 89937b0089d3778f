import fc from 'fast-check';
import { bootSite, type Site } from '../../support/site/site';
import { carryOut, seenAs } from './people-acts';
import { alertsOf } from './people-alerts';
import { project } from './people-model';
import { after, before } from './people-play';
import { playedArticle } from './people-site';
import { peoplesHistories, type PeoplesHistory, type Step } from './people-steps';
import { stumbling } from './people-stumbling';
import { clearTarget, TARGETS } from './people-targets';

const PATIENCE_MS = 600_000;
const RETRY = { attempts: 100, firstDelayMs: 50, maxDelayMs: 5_000 };

/** What is done to an article once it was asked for: nobody waits for that who could be told. */
const LATER: readonly Step['do'][] = ['deliver', 'redrive', 'decideWord'];

describe.each(TARGETS)(
  'people and the service with one article, where the site’s code fails now and then, on $name',
  ({ place, options }) => {
    let site: Site;
    let runs = 0;

    beforeAll(async () => {
      const target = await options();
      site = await bootSite({ ...target, pluginConfig: { ...target.pluginConfig, retry: RETRY } });
    });
    afterAll(() => site?.destroy());

    async function play({ imported, steps }: PeoplesHistory, at: readonly number[]): Promise<void> {
      const article = playedArticle(site, place, `run${(runs += 1)}`);
      const alerts = alertsOf(site, article.articleId);
      const stumbles = stumbling(site, place.uid);
      let now = before(imported);
      if (imported) await article.import(imported);
      for (const [number, step] of steps.entries()) {
        const next = after(now, step, number);
        if (next === null) continue;
        if (LATER.includes(step.do)) stumbles.from(at[number % at.length] ?? 0);
        await carryOut(step, now, number, article);
        now = await seenAs(site, article, next, { number, step });
        stumbles.stop();
        const wrong = await alerts.wrong({ isRedriven: step.do === 'redrive' });
        expect({ number, step, wrong }).toEqual({ number, step, wrong: [] });
      }
      await article.rebuild();
      await seenAs(site, article, project(now), 'a rebuild');
      await clearTarget(site, place);
    }

    it(
      'ends as if it never had',
      async () => {
        const places = fc.array(fc.nat(12), { minLength: 8, maxLength: 8 });
        await fc.assert(fc.asyncProperty(peoplesHistories, places, play), {
          numRuns: Number(process.env.DISORDER_RUNS ?? 3),
          endOnFailure: true,
        });
      },
      PATIENCE_MS,
    );
  },
);
