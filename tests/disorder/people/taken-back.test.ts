import fc from 'fast-check';
import { bootSite, type Site } from '../../support/site/site';
import { carryOut, seenAs } from './people-acts';
import * as model from './people-model';
import { after, before } from './people-play';
import { playedArticle, type Undoable } from './people-site';
import { decision, peoplesHistories, type Step } from './people-steps';
import { clearTarget, TARGETS } from './people-targets';

const PATIENCE_MS = 600_000;

type AnyStep =
  | Step
  /** Takes back what somebody decided. */
  | { do: 'undo'; which: number }
  /** Puts a value of an earlier delivery into the draft. */
  | { do: 'useVersion'; which: number; field: model.Field };

const which = fc.nat(5);
const more: fc.Arbitrary<AnyStep> = fc.oneof(
  { weight: 3, arbitrary: decision as fc.Arbitrary<AnyStep> },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('undo' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('useVersion' as const),
      which,
      field: fc.constantFrom(...model.FIELDS.filter(model.isSaid)),
    }),
  },
);

/** Histories with decisions in between, that are taken back later perhaps. */
const histories = fc
  .tuple(peoplesHistories, fc.array(fc.tuple(fc.nat(14), more), { minLength: 2, maxLength: 10 }))
  .map(([{ imported, steps }, others]) => {
    const all: AnyStep[] = [...steps];
    for (const [at, other] of others) all.splice(Math.min(1 + at, all.length), 0, other);
    return { imported, steps: all };
  });

/** What is right once a decision is taken back. */
const takenBack = (now: model.Model, { kind, of, field }: Undoable): model.Model =>
  kind === 'suggestion' && field ? model.offeredAgain(now, field) : model.askedAgain(now, of);

describe.each(TARGETS)('decisions on an article that are taken back, on $name', (target) => {
  const { place, options } = target;
  let site: Site;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite(await options());
  });
  afterAll(() => site?.destroy());

  async function play({
    imported,
    steps,
  }: {
    imported: Parameters<typeof before>[0];
    steps: AnyStep[];
  }) {
    const article = playedArticle(site, place, `back${(runs += 1)}`);
    let now = before(imported);
    let isAged = false;
    if (imported) await article.import(imported);
    for (const [number, step] of steps.entries()) {
      if (step.do === 'undo') {
        const all = await article.undoable();
        const one = all[step.which % all.length];
        if (!one) continue;
        await article.undo(one);
        now = await seenAs(site, article, takenBack(now, one), { number, step, one });
      } else if (step.do === 'useVersion') {
        if (!now.draft || now.said.length === 0 || isAged) continue;
        const of = step.which % now.said.length;
        // That both sides leave it empty shows with the next projection only.
        if (now.said[of]?.values[step.field] === '' && model.isForeign(now, step.field)) continue;
        await article.useVersion(of, step.field);
        const next = model.broughtBack(now, of, step.field);
        now = await seenAs(site, article, next, { number, step });
      } else {
        const next = after(now, step, number);
        // The bodies of earlier deliveries may be gone.
        if (step.do === 'retention') isAged = true;
        if (next === null) continue;
        await carryOut(step, now, number, article);
        now = await seenAs(site, article, next, { number, step });
      }
    }
    await article.rebuild();
    await seenAs(site, article, model.project(now), 'a rebuild');
    await clearTarget(site, place);
  }

  it(
    'are asked again, and nothing else comes of it',
    async () => {
      await fc.assert(fc.asyncProperty(histories, play), {
        numRuns: Number(process.env.DISORDER_RUNS ?? 6),
        endOnFailure: process.env.DISORDER_SHRINK === undefined,
      });
    },
    PATIENCE_MS,
  );
});
