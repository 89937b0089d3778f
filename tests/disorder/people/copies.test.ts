import fc from 'fast-check';
import { bootSite, type Site } from '../../support/site/site';
import { entryCopies, type CopyStep } from './copies-site';
import { carryOut, seenAs } from './people-acts';
import { project, valuesOf } from './people-model';
import { after, before } from './people-play';
import { playedArticle } from './people-site';
import { deliver, step, type Step } from './people-steps';
import { clearTarget, TARGETS } from './people-targets';
import { WAYS } from './people-ways';

const PATIENCE_MS = 600_000;

type AnyStep = Step | CopyStep;

const which = fc.nat(3);
const histories: fc.Arbitrary<AnyStep[]> = fc
  .tuple(
    deliver,
    fc.array(
      fc.oneof(
        { weight: 5, arbitrary: step as fc.Arbitrary<AnyStep> },
        {
          weight: 2,
          arbitrary: fc.record({
            do: fc.constant('copy' as const),
            of: fc.option(which, { nil: null, freq: 2 }),
            inForm: fc.boolean(),
          }),
        },
        {
          weight: 3,
          arbitrary: fc.record({
            do: fc.constant('withCopy' as const),
            which,
            does: fc.constantFrom('save', 'publish', 'unpublish', 'delete'),
            by: fc.constantFrom(...WAYS),
          }) as fc.Arbitrary<AnyStep>,
        },
      ),
      { minLength: 3, maxLength: 14 },
    ),
  )
  .map(([first, steps]) => [first, ...steps]);

describe.each(TARGETS)('copies of an article, on $name', ({ place, options }) => {
  let site: Site;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite(await options());
  });
  afterAll(() => site?.destroy());

  async function play(steps: AnyStep[]): Promise<void> {
    const article = playedArticle(site, place, `copied${(runs += 1)}`);
    const copies = entryCopies(site, place);
    let now = before(null);
    for (const [number, one] of steps.entries()) {
      if (one.do === 'copy') {
        const draft = now.draft && valuesOf(now.draft);
        await copies.copy(one, { number, original: draft && { id: await article.id(), draft } });
      } else if (one.do === 'withCopy') await copies.change(one, number);
      else {
        const next = after(now, one, number);
        if (next === null) continue;
        await carryOut(one, now, number, article);
        now = next;
      }
      now = await seenAs(site, article, now, { number, step: one });
      await copies.check();
    }
    await article.rebuild();
    await seenAs(site, article, project(now), 'a rebuild');
    await copies.check();
    await clearTarget(site, place);
  }

  it(
    'are their makers’, whatever becomes of it, and it goes on as if there were none',
    async () => {
      await fc.assert(fc.asyncProperty(histories, play), {
        numRuns: Number(process.env.DISORDER_RUNS ?? 6),
        endOnFailure: true,
      });
    },
    PATIENCE_MS,
  );
});
