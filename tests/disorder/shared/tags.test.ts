import fc from 'fast-check';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { quietly } from '../../support/log-lines';
import { bootSite, type Site } from '../../support/site/site';

const ARTICLE = 'plugin::article-receiver.article';
const TAG = 'plugin::article-receiver.tag';
const PATIENCE_MS = 600_000;

/** What becomes of the tags of one article, which lead to documents that people may delete. */
type Step =
  | { do: 'deliver'; tags: readonly string[] }
  /** An editor gives the article those of some tags that there are. */
  | { do: 'choose'; tags: readonly string[] }
  | { do: 'delete'; tag: string }
  | { do: 'rebuild' };

const FEEDS = ['a', 'b', 'c'];
const OWN = ['x', 'y'];

const some = (names: readonly string[]) => fc.subarray([...names]);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('deliver' as const), tags: some(FEEDS) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('choose' as const), tags: some([...FEEDS, ...OWN]) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      tag: fc.constantFrom(...FEEDS, ...OWN),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rebuild' as const) }) },
);

/** What the article has to show by the contract: no Strapi, no code of the plugin. */
interface Model {
  /** What the service said, oldest first. */
  said: readonly (readonly string[])[];
  shown: readonly string[];
  isPersons: boolean;
}

const same = (one: readonly string[], other: readonly string[]): boolean =>
  one.join() === other.join();

/** Once it is projected: the service's tags are there whatever was deleted, a person's stay theirs. */
function projected({ said, shown, isPersons }: Model): Model {
  const newest = said.at(-1) ?? [];
  return isPersons && !same(shown, newest)
    ? { said, shown, isPersons }
    : { said, shown: newest, isPersons: false };
}

/** What may be so after a step. @param chosen the tags that there were of those that somebody chose. */
function after(model: Model, step: Step, chosen: readonly string[]): Model[] {
  const { said, shown } = model;
  if (step.do === 'deliver') return [projected({ ...model, said: [...said, step.tags] })];
  if (step.do === 'rebuild') return [projected(model)];
  if (step.do === 'choose') {
    if (same(chosen, shown)) return [model];
    return [{ said, shown: chosen, isPersons: !same(chosen, said.at(-1) ?? []) }];
  }
  const left = { ...model, shown: shown.filter((tag) => tag !== step.tag) };
  // What is left may be what the service had written, and then nobody can tell whose it is.
  const isLikeTheirs = said.some((tags) => same(tags, left.shown));
  return model.isPersons && isLikeTheirs ? [left, { ...left, isPersons: false }] : [left];
}

/** Histories that once came out wrong. */
const FOUND: Step[][] = [
  // What is left of the article's tags has one that was made again before it got them: no person chose them.
  [
    { do: 'deliver', tags: ['a', 'b', 'c'] },
    { do: 'deliver', tags: ['b'] },
    { do: 'delete', tag: 'a' },
    { do: 'deliver', tags: ['a', 'b', 'c'] },
    { do: 'delete', tag: 'c' },
    { do: 'deliver', tags: [] },
  ],
];

describe('tags that the service and people give an article, and people delete', () => {
  let site: Site;
  let runs = 0;

  beforeAll(async () => {
    site = await bootSite();
  });
  afterAll(() => site?.destroy());

  const articles = () => site.strapi.documents(ARTICLE);
  const tags = () => site.strapi.documents(TAG);

  it(
    'are what the contract says after each step',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
          const name = `tags${(runs += 1)}`;
          await quietly(site, () => play(steps, (tag) => `${name}-${tag}`));
        }),
        {
          numRuns: Number(process.env.DISORDER_RUNS ?? 25),
          examples: FOUND.map((steps) => [steps]),
          endOnFailure: true,
        },
      );
    },
    PATIENCE_MS,
  );

  async function play(steps: readonly Step[], named: (tag: string) => string): Promise<void> {
    const documentOf = async (tag: string) =>
      (await tags().findFirst({ filters: { name: named(tag) } }))?.documentId;
    for (const own of OWN)
      await tags().create({ data: { name: named(own), slug: named(own) } as never });
    let newest: WireDelivery = makeDelivery({ article: { tags: [] } });
    await site.deliver(newest);
    await site.settle();
    let models: Model[] = [{ said: [[]], shown: [], isPersons: false }];
    for (const one of steps) {
      const sourceId = newest.article.id;
      const { documentId = '' } = (await articles().findFirst({ filters: { sourceId } })) ?? {};
      let chosen: readonly string[] = [];
      if (one.do === 'deliver') {
        newest = nextDelivery(newest, { article: { tags: one.tags.map(named) } });
        await site.deliver(newest);
      } else if (one.do === 'rebuild') {
        await site.strapi.plugin('article-receiver').service('operations').rebuild();
        site.strapi.plugin('article-receiver').service('runner').kick();
      } else if (one.do === 'delete') {
        const gone = await documentOf(one.tag);
        if (gone) await tags().delete({ documentId: gone });
      } else {
        const found = await Promise.all(
          one.tags.map(async (tag) => ({ tag, id: await documentOf(tag) })),
        );
        const there = found.filter(({ id }) => id !== undefined);
        chosen = there.map(({ tag }) => tag);
        const set = there.map(({ id }) => id);
        await articles().update({ documentId, data: { tags: { set } } as never });
      }
      await site.settle();
      const draft = await articles().findFirst({ filters: { sourceId }, populate: ['tags'] });
      const shown = ((draft?.tags ?? []) as { name: string }[]).map((tag) => tag.name);
      const expected = models.flatMap((model) => after(model, one, chosen));
      models = expected.filter((model) => same(model.shown.map(named), shown));
      if (models.length === 0) expect({ one, shown }).toEqual({ one, shown: expected });
    }
  }
});
