import { nextDelivery, type WireArticle, type WireDelivery } from '../feed/deliveries';
import type { Site } from '../site/site';

interface Documents {
  create(params: object): Promise<{ documentId: string }>;
  update(params: object): Promise<unknown>;
  delete(params: object): Promise<unknown>;
  publish(params: object): Promise<unknown>;
  unpublish(params: object): Promise<unknown>;
  discardDraft(params: object): Promise<unknown>;
  clone(params: object): Promise<unknown>;
  findFirst(params: object): Promise<Record<string, unknown> | null>;
  findMany(params: object): Promise<Record<string, unknown>[]>;
}

/** The documents of a type, as code of a site's own works with them. */
export const documentsOf = ({ strapi }: Site, uid: string) =>
  strapi.documents(uid as never) as unknown as Documents;

/** The rows of a type, as code of a site's own works with them. */
export const queryOf = ({ strapi }: Site, uid: string) => strapi.db.query(uid as never);

/** How code of a site's own does something: by itself, in a transaction, in one that it takes back, or not at all. */
export const WAYS = ['alone', 'committed', 'takenBack', 'never'] as const;
export type Way = (typeof WAYS)[number];

const BACK = new Error('taken back');

export async function carryOut(
  { strapi }: Site,
  way: Way,
  work: () => Promise<unknown>,
): Promise<void> {
  if (way === 'never') return;
  if (way === 'alone') return void (await work());
  const whole = strapi.db.transaction(async () => {
    await work();
    if (way === 'takenBack') throw BACK;
  });
  await whole.catch((error: unknown) => {
    if (error !== BACK) throw error;
  });
}

/** Something that was done in one of the ways, and what the service said last of it. */
interface Told {
  way: Way;
  last: WireDelivery;
}

const worded = (article: Partial<WireArticle>) => ({
  ...(article.status === undefined ? {} : { event: 'article.status_changed' }),
  article,
});

/** A first delivery that says this besides. */
export const saying = (first: WireDelivery, article: Partial<WireArticle>): WireDelivery => ({
  ...first,
  ...worded(article),
  article: { ...first.article, ...article },
});

/** The service says what comes last of each. */
export async function deliverAll(site: Site, all: readonly Told[]): Promise<void> {
  for (const { last } of all) expect((await site.deliver(last)).status).toBe(202);
  await site.settle();
}

/** The service says something newer of each. */
export async function tellAll(
  site: Site,
  all: readonly Told[],
  newer: (last: WireDelivery) => Partial<WireArticle>,
): Promise<void> {
  for (const one of all) one.last = nextDelivery(one.last, worded(newer(one.last)));
  await deliverAll(site, all);
}

/** What was committed is as if it had been done by itself, and what was taken back as if it never had. */
export async function expectSame<One extends Told>(
  all: readonly One[],
  shown: (one: One) => Promise<unknown>,
): Promise<void> {
  const found = await Promise.all(all.map(async (one) => [one.way, await shown(one)] as const));
  const { alone, committed, takenBack, never } = Object.fromEntries(found);
  expect(committed).toEqual(alone);
  expect(takenBack).toEqual(never);
}

/** What became of a run's deliveries, beside its content. */
export async function outcomeOf(site: Site, run: string): Promise<unknown> {
  const table = (name: string) => queryOf(site, `plugin::article-receiver.${name}`);
  const deliveries = (await table('delivery').findMany({
    where: { articleId: { $startsWith: `art_${run}_` } },
    orderBy: { id: 'asc' },
  })) as { state: string; reasonCode: string | null; streamKey: string }[];
  const where = { streamKey: deliveries[0]?.streamKey };
  const inOrder = { where, orderBy: { id: 'asc' } } as const;
  const suggestions = await table('suggestion').findMany(inOrder);
  const decisions = await table('decision').findMany(inOrder);
  const slugs = await table('slug-interest').findMany({ where, orderBy: { slug: 'asc' } });
  return {
    states: deliveries.map(({ state, reasonCode }) => [state, reasonCode]),
    suggestions: suggestions.map(({ field, value, state }) => ({ field, value, state })),
    decisions: decisions.map(({ kind, choice }) => ({ kind, choice })),
    slugs: slugs.map(({ slug, mark, wasKnown }) => ({ slug, isMarked: mark !== null, wasKnown })),
  };
}

/** What differs between two articles that are told the same. */
const INCIDENTAL = new Set(
  'hash url size byteSize digest documentId planId planItemId topicClusterId sourceUpdatedAt sourceCreatedAt changedAt'.split(
    ' ',
  ),
);

/** What is there of an article, to be compared with that of another run. */
export const comparable = (shown: unknown, run: string): unknown =>
  JSON.parse(
    JSON.stringify(shown, (key, value: unknown) =>
      INCIDENTAL.has(key) ? undefined : value,
    ).replaceAll(run, 'RUN'),
  );
