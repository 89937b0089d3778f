import fc from 'fast-check';
import { bootSite, type Site } from '../../support/site/site';
import { carryOut, seenAs } from './people-acts';
import { alertsOf } from './people-alerts';
import { FOUND } from './people-found';
import { project } from './people-model';
import { after, before } from './people-play';
import { playedArticle } from './people-site';
import { peoplesHistories, type PeoplesHistory } from './people-steps';
import { clearTarget, TARGETS } from './people-targets';

const PATIENCE_MS = 600_000;

describe.each(TARGETS)(
  'people and the service with one article, on $name',
  ({ place, options }) => {
    let site: Site;
    let runs = 0;

    beforeAll(async () => {
      site = await bootSite(await options());
    });
    afterAll(() => site?.destroy());

    async function play({ imported, steps }: PeoplesHistory): Promise<void> {
      const article = playedArticle(site, place, `run${(runs += 1)}`);
      const alerts = alertsOf(site, article.articleId);
      const told = async (step: unknown, isRedriven = false) => {
        const wrong = await alerts.wrong({ isRedriven });
        expect({ step, wrong }).toEqual({ step, wrong: [] });
      };
      let now = before(imported);
      if (imported) await article.import(imported);
      for (const [number, step] of steps.entries()) {
        const next = after(now, step, number);
        if (next === null) continue;
        await carryOut(step, now, number, article);
        now = await seenAs(site, article, next, { number, step });
        await told({ number, step }, step.do === 'redrive');
      }
      await article.rebuild();
      await seenAs(site, article, project(now), 'a rebuild');
      await told('a rebuild');
      await clearTarget(site, place);
    }

    it(
      'keeps what is whose, publishes what it may, offers the rest, and rebuilds to the same',
      async () => {
        await fc.assert(fc.asyncProperty(peoplesHistories, play), {
          examples: FOUND.map((found) => [found]),
          numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 6),
          endOnFailure: true,
        });
      },
      PATIENCE_MS,
    );
  },
);
