import fc from 'fast-check';
import { adminApi } from '../../support/people/admin-api';
import { bootSite, type Site } from '../../support/site/site';
import { carryOut, seenAs, type Played } from '../people/people-acts';
import { playedArticle } from '../people/people-site';
import type { Step } from '../people/people-steps';
import { clearTarget, TARGETS } from '../people/people-targets';
import { foreseenAsDone, nothingForeseen } from './settings-foreseen';
import { FOUND } from './settings-found';
import { afterAny, atFirst, type World } from './settings-play';
import { AT_FIRST, histories, type AnyStep, type Policy } from './settings-steps';

const PATIENCE_MS = 600_000;

describe.each(TARGETS)(
  'settings that change among people’s work, on $name',
  ({ place, options }) => {
    let site: Site;
    let admin: ReturnType<typeof adminApi>;
    let runs = 0;

    beforeAll(async () => {
      site = await bootSite(await options());
      admin = adminApi(site);
    });
    afterAll(() => site?.destroy());

    async function change(patch: object): Promise<void> {
      expect((await admin.put('/settings', patch)).status).toBe(200);
    }

    const decide = ({ word }: Played, policy: Partial<Policy>) => {
      const { ready, unknown, ...others } = policy;
      return change({
        statusMap: { ...others, ...(unknown === undefined ? {} : { [word]: unknown }) },
        ...(ready === undefined ? {} : { publishOnReady: ready === 'publish' }),
      });
    };

    /** Carries a step out; of a rebuild, a dry run has to say before what it does. */
    async function carryOutForeseen(step: Step, now: World, number: number, article: Played) {
      return step.do === 'rebuild'
        ? foreseenAsDone(site, place, article)
        : carryOut(step, now.article, number, article);
    }

    async function carryOutAny(step: AnyStep, now: World, number: number, article: Played) {
      if (step.do === 'words') await decide(article, step.policy);
      await carryOutForeseen(step.do === 'words' ? step.then : step, now, number, article);
    }

    async function play(steps: AnyStep[]): Promise<void> {
      const article = playedArticle(site, place, `run${(runs += 1)}`);
      await decide(article, AT_FIRST);
      let now = atFirst();
      for (const [number, step] of steps.entries()) {
        const next = afterAny(now, step, number);
        if (next === null) continue;
        await carryOutAny(step, now, number, article);
        await seenAs(site, article, next.article, { number, step });
        now = next;
      }
      await article.rebuild();
      await seenAs(site, article, now.article, 'a rebuild');
      await nothingForeseen(site);
      await clearTarget(site, place);
    }

    it(
      'leave people theirs, ask nothing anew, and do what a dry run said',
      async () => {
        await fc.assert(fc.asyncProperty(histories, play), {
          examples: FOUND.map((found) => [found]),
          numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 6),
          endOnFailure: true,
        });
      },
      PATIENCE_MS,
    );
  },
);
