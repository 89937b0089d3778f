import { rm } from 'node:fs/promises';
import fc from 'fast-check';
import type { Operations } from '../../../src/plugins/article-receiver/shared/deliveries/operations';
import { atRest } from '../../support/site/at-rest';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { arriveTogether } from '../../support/feed/event-log';
import { quietly } from '../../support/log-lines';
import { ownPosts } from '../../support/articles/own-posts';
import { ownTypesWith, POST, POST_TARGET } from '../../support/articles/own-types';
import { bootSite, type Site } from '../../support/site/site';
import { EVENTS } from './slug-steps';

const PATIENCE_MS = 600_000;
/** What a field takes in which the numbered forms of different slugs are the same. */
const MOST = 6;
const SLUGS = ['cd', 'cdef', 'cdgh', 'cd-2', 'cd-3'];

type Said = { article: number; status: keyof typeof EVENTS; slug: number };

/** What the service says in one go, or what a person does. */
type Step =
  | { do: 'deliver'; said: Said[] }
  | { do: 'publish' | 'unpublish' | 'delete'; article: number }
  | { do: 'rename'; article: number; slug: number };

const article = fc.nat(4);
const slug = fc.nat(SLUGS.length - 1);
const said = fc.record({
  article,
  status: fc.constantFrom<(keyof typeof EVENTS)[]>(
    'draft',
    'draft',
    'draft',
    'published',
    'archived',
  ),
  slug,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      said: fc.array(said, { minLength: 1, maxLength: 5 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('publish' as const, 'unpublish' as const, 'delete' as const),
      article,
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('rename' as const), article, slug }) },
);

const draft = (article: number, slug: number): Said => ({ article, status: 'draft', slug });

/** Two that have each other's stepped aside for each other without end. */
const FOUND: Step[] = [
  { do: 'deliver', said: [draft(0, 3)] },
  { do: 'deliver', said: [draft(1, 3)] },
  { do: 'deliver', said: [draft(0, 0), draft(2, 4)] },
];

interface Posts {
  publish(params: object): Promise<unknown>;
  unpublish(params: object): Promise<unknown>;
  delete(params: object): Promise<unknown>;
  update(params: object): Promise<unknown>;
  findFirst(params: object): Promise<{ documentId: string } | null>;
  findMany(params: object): Promise<{ documentId: string; slug: string | null }[]>;
}

/** Articles that ask for slugs with no room for a number. */
describe('slugs as long as their field takes', () => {
  let site: Site;
  let types: string;
  let rest: () => Promise<void>;
  let runs = 0;

  beforeAll(async () => {
    types = await ownTypesWith('post', { slug: { maxLength: MOST } });
    site = await bootSite({ types, pluginConfig: { target: POST_TARGET } });
    rest = atRest(site);
  });
  afterAll(async () => {
    await site?.destroy();
    await rm(types, { recursive: true, force: true });
  });

  const posts = () => site.strapi.documents(POST as never) as unknown as Posts;

  async function byHand(
    act: Exclude<Step, { do: 'deliver' }>,
    documentId: string,
    slugs: readonly string[],
  ): Promise<void> {
    const place = { documentId, locale: 'en' };
    if (act.do !== 'rename') return void (await posts()[act.do](place));
    const given = slugs[act.slug] ?? '';
    for (const status of ['draft', 'published'])
      if (await posts().findFirst({ filters: { slug: given }, status, locale: 'en' })) return;
    await posts().update({ ...place, data: { slug: given } });
  }

  async function expectRest(steps: readonly Step[]): Promise<void> {
    const stem = ((runs += 1) + 36).toString(36);
    const slugs = SLUGS.map((own) => stem + own);
    const newest = new Map<number, WireDelivery>();
    for (const act of steps) {
      if (act.do === 'deliver') {
        const deliveries = act.said.map(({ article: at, status, slug: own }) => {
          const before = newest.get(at);
          const changes = { event: EVENTS[status], article: { slug: slugs[own] ?? '', status } };
          const delivery = before ? nextDelivery(before, changes) : makeDelivery(changes);
          newest.set(at, delivery);
          return delivery;
        });
        await arriveTogether(site, deliveries);
      } else {
        const { article: of } = newest.get(act.article) ?? {};
        const entry = of && (await ownPosts(site).find(of.id, 'draft'));
        // Strapi says no to people as well.
        if (entry) await byHand(act, entry.documentId, slugs).catch(() => undefined);
      }
      await rest();
    }
    const had = new Map<string, string>();
    for (const status of ['draft', 'published']) {
      const filters = { slug: { $startsWith: stem } };
      const found = await posts().findMany({ filters, status, locale: 'en' });
      for (const { documentId, slug: own } of found) {
        expect((own ?? '').length).toBeLessThanOrEqual(MOST);
        expect([own, had.get(own ?? '') ?? documentId]).toEqual([own, documentId]);
        had.set(own ?? '', documentId);
      }
    }
    const { rebuildPreview } = site.strapi
      .plugin('article-receiver')
      .service<Operations>('operations');
    const { changes, failed } = await rebuildPreview();
    const renamed = changes.filter(({ fields }) => fields.some(({ field }) => field === 'slug'));
    expect({ renamed, failed }).toEqual({ renamed: [], failed: [] });
  }

  it(
    'come to rest after each step, and no two articles have the same',
    async () => {
      const property = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), (steps) =>
        quietly(site, () => expectRest(steps)),
      );
      const numRuns = Number(process.env.DISORDER_RUNS ?? 6);
      await fc.assert(property, { numRuns, endOnFailure: true, examples: [[FOUND]] });
    },
    PATIENCE_MS,
  );
});
