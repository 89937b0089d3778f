import type { DeliverySummary } from '../../../src/plugins/article-receiver/shared/deliveries/deliveries';
import type {
  ArticlePreview,
  DryRun,
} from '../../../src/plugins/article-receiver/shared/deliveries/jobs';
import { adminApi } from '../../support/people/admin-api';
import type { Site } from '../../support/site/site';
import type { Played } from '../people/people-acts';
import { FIELDS } from '../people/people-model';
import type { Place } from '../people/people-place';

const foreseen = async (site: Site): Promise<DryRun> =>
  (await adminApi(site).post('/rebuild', { dryRun: true })).body.data as DryRun;

/** What of an article a dry run speaks of, too. */
async function standing(site: Site, article: Played) {
  const deliveries = await adminApi(site).deliveriesOf(article.articleId);
  const states = new Map(deliveries.map(({ deliveryId, state }) => [deliveryId, state]));
  return { ...(await article.seen()), states, asks: asksIn(deliveries) };
}

/** The deliveries that ask whether a deleted article is to come back. */
const asksIn = (deliveries: readonly DeliverySummary[]): string[] =>
  deliveries
    .filter(({ state, reasonCode }) => state === 'parked' && reasonCode === 'articleDeleted')
    .map(({ deliveryId }) => deliveryId);
type Standing = Awaited<ReturnType<typeof standing>>;

/** What became of an article, in the words of a dry run. */
function doneBetween(before: Standing, after: Standing) {
  const [had, has] = [before.published, after.published];
  const differs = FIELDS.filter((field) => had?.[field] !== has?.[field]).length > 0;
  return {
    fields: before.draft
      ? FIELDS.filter((field) => before.draft?.[field] !== after.draft?.[field])
      : [],
    publishes: has !== null && differs,
    unpublishes: had !== null && has === null,
    holds: after.held && !before.held,
    states: [...after.states]
      .flatMap(([deliveryId, to]) => {
        const from = before.states.get(deliveryId);
        return to === from ? [] : [`${deliveryId}: ${from} ${to}`];
      })
      .sort(),
  };
}

/** What a dry run says of an article, of what these histories look at. */
function said(change: ArticlePreview | undefined, { paths }: Place) {
  const { action, fields = [], publication, states = [] } = change ?? {};
  const names = (field: (typeof FIELDS)[number]) =>
    fields.some((one) => one.field === paths[field].join('.'));
  return {
    fields: action === 'update' ? FIELDS.filter(names) : [],
    publishes: publication === 'publish',
    unpublishes: publication === 'unpublish',
    holds: publication === 'hold',
    states: states.map(({ deliveryId, from, to }) => `${deliveryId}: ${from} ${to}`).sort(),
  };
}

/** Carries a rebuild out, and holds what a dry run said before against what became of it. */
export async function foreseenAsDone(site: Site, place: Place, article: Played) {
  const before = await standing(site, article);
  const { failed, changes } = await foreseen(site);
  await article.rebuild();
  await site.settle();
  const after = await standing(site, article);
  // A deleted article stays deleted, and asks nothing anew: a dry run only counts it.
  if (!after.draft) {
    expect(after.asks.filter((one) => !before.asks.includes(one))).toEqual([]);
    return;
  }
  const done = doneBetween(before, after);
  const told = said(changes[0], place);
  // What is published again may read as it did before, and what is held now may take the place of what was.
  const publishes = told.publishes || done.publishes;
  const holds = told.holds || done.holds;
  expect({ failed, ...told }).toEqual({ failed: [], ...done, publishes, holds });
}

/** After a rebuild, a dry run has nothing to say. */
export async function nothingForeseen(site: Site): Promise<void> {
  const { changes, failed } = await foreseen(site);
  expect({ changes, failed }).toEqual({ changes: [], failed: [] });
}
