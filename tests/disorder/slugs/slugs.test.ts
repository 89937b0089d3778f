import fc from 'fast-check';
import { apiTokenOf } from '../../support/articles/articles';
import { atRest } from '../../support/site/at-rest';
import { makeDelivery, nextDelivery, type WireDelivery } from '../../support/feed/deliveries';
import { quietly } from '../../support/log-lines';
import { bootSite, type Site } from '../../support/site/site';
import { FOUND } from './slug-found';
import { EVENTS, step, type Step } from './slug-steps';

const ARTICLE = 'plugin::article-receiver.article';
const PATIENCE_MS = 600_000;

/** Whatever the service, people and the site's own code do to articles that want the same slugs. */
describe('slugs that several articles want', () => {
  let site: Site;
  let rest: () => Promise<void>;
  let runs = 0;
  /** What breaks, by the article's id. */
  let broken = new Map<string, string>();
  const documentIds = new Map<string, string>();

  beforeAll(async () => {
    site = await bootSite();
    rest = atRest(site);
    site.strapi.documents.use((context, next) => {
      const { documentId } = context.params as { documentId?: string };
      const id = [...documentIds].find(([, known]) => known === documentId)?.[0];
      if (context.uid === ARTICLE && id !== undefined && broken.get(id) === context.action)
        throw new Error('the site’s own code broke');
      return next();
    });
  });
  afterAll(() => site?.destroy());

  const articles = () => site.strapi.documents(ARTICLE);

  async function byHand(step: Step, documentId: string, slugs: readonly string[]): Promise<void> {
    if (step.do === 'publish') await articles().publish({ documentId });
    if (step.do === 'unpublish') await articles().unpublish({ documentId });
    if (step.do === 'delete') await articles().delete({ documentId });
    const edit = (data: object) => articles().update({ documentId, data });
    if (step.do === 'clear') await edit({ slug: null });
    if (step.do === 'edit') await edit({ title: 'By a person' });
    if (step.do !== 'rename') return;
    // Strapi lets a person give a slug a second time, and what they gave stays.
    const given = slugs[step.slug] ?? '';
    const filters = { slug: given, documentId: { $ne: documentId } };
    for (const status of ['draft', 'published'] as const)
      if (await articles().findFirst({ filters, status })) return;
    await edit({ slug: given });
  }

  /** The slugs that the entries of a history have, in one of their versions, by document. */
  async function slugsOf(name: string, status: 'draft' | 'published') {
    const filters = { slug: { $startsWith: `${name}-` } };
    const found = await articles().findMany({ filters, status });
    return found.map(({ documentId, slug: own }) => ({ documentId, slug: own ?? '' }));
  }

  async function redirectsOf(name: string): Promise<{ from: string; to: string }[]> {
    const token = await apiTokenOf(site);
    const all: { from: string; to: string }[] = [];
    for (let page = 1; ; page += 1) {
      const { body } = await site.request
        .get(`/api/article-receiver/redirects?pagination[page]=${page}&pagination[pageSize]=100`)
        .set('Authorization', `Bearer ${token}`);
      const { data } = body as { data: { from: string; to: string }[] };
      all.push(...data);
      if (data.length === 0) return all.filter(({ from }) => from.startsWith(`${name}-`));
    }
  }

  /** Each redirect leads straight to what is published, from where nothing is, and no address is lost. */
  async function expectRedirects(name: string, known: ReadonlyMap<string, Set<string>>) {
    const redirects = await redirectsOf(name);
    const published = await slugsOf(name, 'published');
    const there = new Set(published.map((one) => one.slug));
    for (const { from, to } of redirects) {
      expect([from, there.has(from)]).toEqual([from, false]);
      expect([to, there.has(to)]).toEqual([to, true]);
    }
    const froms = redirects.map(({ from }) => from);
    expect(new Set(froms).size).toBe(froms.length);
    if (broken.size > 0) return;
    const reached = new Set([...froms, ...published.map((one) => one.slug)]);
    const drafts = await slugsOf(name, 'draft');
    for (const { documentId } of published) {
      // What another article has that readers knew by it is that one's; its own it is going to have again.
      const theirs = drafts.filter(
        (one) => one.documentId === documentId || known.get(one.documentId)?.has(one.slug),
      );
      const isTheirs = (slug: string) => theirs.some((one) => one.slug === slug);
      for (const former of known.get(documentId) ?? [])
        expect([former, reached.has(former) || isTheirs(former)]).toEqual([former, true]);
    }
  }

  async function play(
    name: string,
    steps: readonly Step[],
    slugs: readonly string[],
  ): Promise<Map<string, Set<string>>> {
    const newest = new Map<number, WireDelivery>();
    const known = new Map<string, Set<string>>();
    for (const step of steps) {
      const before = newest.get(step.article);
      const id = before?.article.id ?? '';
      if (step.do === 'deliver') {
        const said = { slug: slugs[step.slug] ?? '', status: step.status };
        const changes = { event: EVENTS[step.status], article: said };
        const delivery = before ? nextDelivery(before, changes) : makeDelivery(changes);
        newest.set(step.article, delivery);
        await site.deliver(delivery);
      } else if (step.do === 'breaks') {
        if (step.action) broken.set(id, step.action);
        else broken.delete(id);
      } else {
        const documentId = documentIds.get(id);
        // Strapi, and what breaks, say no to people as well.
        if (documentId) await byHand(step, documentId, slugs).catch(() => undefined);
      }
      await rest();
      for (const { article: one } of newest.values()) {
        const entry = await articles().findFirst({ filters: { sourceId: one.id } });
        if (entry) documentIds.set(one.id, entry.documentId);
      }
      for (const { documentId, slug: own } of await slugsOf(name, 'published'))
        known.set(documentId, (known.get(documentId) ?? new Set()).add(own));
    }
    return known;
  }

  async function expectRest(steps: readonly Step[]): Promise<void> {
    const name = `rest${(runs += 1)}`;
    broken = new Map();
    documentIds.clear();
    const slugs = ['a', 'b', 'c'].map((own) => `${name}-${own}`);
    const known = await quietly(site, () => play(name, steps, slugs));
    const had = new Map<string, string>();
    for (const status of ['draft', 'published'] as const) {
      for (const { documentId, slug: own } of await slugsOf(name, status)) {
        expect(had.get(own) ?? documentId).toBe(documentId);
        had.set(own, documentId);
      }
    }
    await expectRedirects(name, known);
  }

  it.each(FOUND.map((steps, number) => ({ number, steps })))(
    'come to rest in history $number that found something',
    ({ steps }) => expectRest(steps),
    PATIENCE_MS,
  );

  it(
    'come to rest after each step, and no two articles have the same',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 14 }), expectRest),
        { numRuns: Number(process.env.DISORDER_RUNS ?? 25), endOnFailure: true },
      );
    },
    PATIENCE_MS,
  );
});
