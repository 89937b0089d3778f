import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { bootSite, type Site } from '../../support/site/site';
import { carryOut, seenAsAnyOf, type Played } from './people-acts';
import * as model from './people-model';
import { after, personsValue, suggestedField } from './people-play';
import { playedArticle } from './people-site';
import { decision, deliver, save, step, withoutForm, type Step } from './people-steps';
import { clearTarget, TARGETS } from './people-targets';

const PATIENCE_MS = 600_000;

/** What a person does while something of the service's is on its way into the article. */
interface Pair {
  service: Step;
  person: Step;
  /** How long after the service they do it. */
  lateMs: number;
}
type History = (Step | Pair)[];

const pair: fc.Arbitrary<Pair> = fc.record({
  service: fc.oneof(
    { weight: 6, arbitrary: deliver },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'rebuild' }) },
    { weight: 1, arbitrary: fc.constant<Step>({ do: 'redrive', which: 0 }) },
  ),
  person: fc.oneof(
    // A value that nobody else has: whose one of the service's is, would depend on who came first.
    save.map((one) => ({ ...one, retypes: null, takesBack: false, tellsWhen: true })),
    withoutForm,
    decision,
  ),
  lateMs: fc.nat(60),
});

const histories: fc.Arbitrary<History> = fc
  .record({
    first: deliver,
    more: fc.array(fc.oneof({ weight: 1, arbitrary: step }, { weight: 2, arbitrary: pair }), {
      minLength: 2,
      maxLength: 10,
    }),
  })
  .map(({ first, more }) => [first, ...more]);

const says = (all: number) => ({ title: all, tldr: all, description: all, keyword: all });

/** Strapi deleted the draft of what the service took offline while an editor dropped their changes. */
const DROPPED: History[] = [10, 25, 40].map((lateMs) => [
  { do: 'deliver', time: 2, word: 'published', says: says(0) },
  {
    service: { do: 'deliver', time: 6, word: 'archived', says: says(1) },
    person: { do: 'discardDraft' },
    lateMs,
  },
]);

/** What a person had seen when they saved shows only where the service says that again. */
const SEEN: History[] = [1, 10, 40].map((lateMs) => [
  { do: 'deliver', time: 2, word: 'ready', says: says(0) },
  {
    service: { do: 'deliver', time: 3, word: 'ready', says: says(1) },
    person: { do: 'save', field: 'tldr', retypes: null, publish: false, tellsWhen: true },
    lateMs,
  },
  { do: 'deliver', time: 4, word: 'ready', says: says(0) },
]);
const FOUND = [...DROPPED, ...SEEN];

/** Whether a person decides on what the service says: on what it says no more, they cannot. */
const isDecision = ({ person }: Pair): boolean => ['suggestion', 'hold'].includes(person.do);

/** What is right once a person has done something that they meant to do before the service came in between. */
function donePast(
  now: model.Model,
  served: model.Model,
  { person }: Pair,
  number: number,
): model.Model | null {
  if (person.do !== 'suggestion') return after(served, person, number);
  const field = suggestedField(now, person.which);
  return field !== undefined && field in model.offersOf(served)
    ? model.suggestionDecided(served, field, person.accept)
    : null;
}

/** What is right after both, in either order; nothing where the person has nothing to do it with. */
function afterBoth(now: model.Model, both: Pair, number: number): model.Model[] {
  const { service, person } = both;
  const [served, done] = [after(now, service, number), after(now, person, number)];
  if (served === null || done === null) return [];
  // Strapi refuses to publish what lacks something by then.
  const personLast = donePast(now, served, both, number) ?? served;
  const serviceLast = after(done, service, number) ?? done;
  return [personLast, serviceLast, ...(isDecision(both) ? [served] : [])];
}

/** What a person would save. */
const valueIn = (now: model.Model, step: Step, number: number): string | null =>
  step.do === 'save' ? personsValue(now, step, number) : null;

const isThere = (now: model.Model | null): now is model.Model => now !== null;

describe.each(TARGETS)('a person and the service at once, on $name', ({ place, options }) => {
  let site: Site;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite(await options());
  });
  afterAll(() => site?.destroy());

  async function playPair(
    both: Pair,
    now: model.Model,
    number: number,
    article: Played,
  ): Promise<void> {
    const { service, person, lateMs } = both;
    const persons = async () => {
      await pause(lateMs);
      await carryOut(person, now, number, article);
    };
    const [served, done] = await Promise.allSettled([
      carryOut(service, now, number, article),
      persons(),
    ]);
    if (served.status === 'rejected') throw served.reason;
    const mayLack = (after(now, service, number) ?? now).draft?.[model.DEMANDED].value === '';
    if (done.status === 'rejected' && !mayLack && !isDecision(both)) throw done.reason;
  }

  /** @param models what may be right: who came first may show in something that comes later. */
  async function playOne(
    one: Step | Pair,
    models: readonly model.Model[],
    number: number,
    article: Played,
  ): Promise<readonly model.Model[]> {
    const [now = model.nothing()] = models;
    const person = 'do' in one ? one : one.person;
    // What a person would do has to be the same in each of them.
    if (new Set(models.map((any) => valueIn(any, person, number))).size > 1) return models;
    const next = models.map((any) => after(any, person, number));
    if (next.includes(null)) return models;
    if ('do' in one) {
      await carryOut(one, now, number, article);
      return seenAsAnyOf(site, article, next.filter(isThere), { number, one });
    }
    if (!now.draft) return models;
    const opens = one.person.do === 'save' && !now.form;
    if (opens) await article.open();
    const from = opens ? models.map(model.opened) : models;
    const right = from.flatMap((any) => afterBoth(any, one, number));
    if (right.length === 0) return from;
    await playPair(one, from[0] ?? now, number, article);
    return seenAsAnyOf(site, article, right, { number, one });
  }

  async function play(history: History): Promise<void> {
    const article = playedArticle(site, place, `run${(runs += 1)}`);
    let models: readonly model.Model[] = [model.nothing()];
    for (const [number, one] of history.entries())
      models = await playOne(one, models, number, article);
    await article.rebuild();
    await seenAsAnyOf(site, article, models.map(model.project), 'a rebuild');
    await clearTarget(site, place);
  }

  it(
    'end as if one had come after the other',
    async () => {
      await fc.assert(fc.asyncProperty(histories, play), {
        examples: FOUND.map((found) => [found]),
        numRuns: FOUND.length + Number(process.env.DISORDER_RUNS ?? 4),
        endOnFailure: true,
      });
    },
    PATIENCE_MS,
  );
});
