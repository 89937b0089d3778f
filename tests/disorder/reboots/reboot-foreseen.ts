import { isDeepStrictEqual } from 'node:util';
import type { DryRun } from '../../../src/plugins/article-receiver/shared/deliveries/jobs';
import { eventually } from '../../support/eventually';
import { adminApi } from '../../support/people/admin-api';
import type { Site } from '../../support/site/site';
import { documentsOf, type Document } from './reboot-shown';

type States = Map<string, { state: string; articleId: string }>;

async function statesOf(site: Site): Promise<States> {
  const rows: { deliveryId: string; state: string; articleId: string }[] = await site.strapi.db
    .query('plugin::article-receiver.delivery')
    .findMany({});
  return new Map(rows.map(({ deliveryId, ...row }) => [deliveryId, row]));
}

const foreseen = async (site: Site): Promise<DryRun> =>
  (await adminApi(site).post('/rebuild', { dryRun: true })).body.data as DryRun;

const standing = async (site: Site, uid: string) => ({
  documents: await documentsOf(site, uid),
  states: await statesOf(site),
});
type Standing = Awaited<ReturnType<typeof standing>>;

const changedFields = (before: Document['draft'], after: Document['draft']): string[] => {
  const names = new Set(Object.keys({ ...before, ...after }));
  return [...names].filter((name) => !isDeepStrictEqual(before?.[name], after?.[name])).sort();
};

/** Where readers found an article before is kept with what is public, without another publication. */
const FORMER = new Set(['previousSlugs', 'formerSlugs']);

/** What became of an article's entries, in the words of a dry run. */
function doneTo(told: Told, before: Standing, after: Standing) {
  const { articleId } = told;
  const had = new Map(before.documents.map((one) => [one.documentId, one]));
  const has = after.documents.filter(
    (one) => one.of === articleId && !isDeepStrictEqual(one, had.get(one.documentId)),
  );
  const [one] = has;
  if (has.length > 1) throw new Error(`two entries of ${articleId} were changed`);
  const was = one ? had.get(one.documentId) : undefined;
  // Into another locale only those relations go along that lead to something there.
  const isMoved = was !== undefined && was.locale !== one?.locale;
  return {
    articleId,
    creates: Boolean(one && !was),
    fields: was && !isMoved ? changedFields(was.draft, one?.draft ?? null) : told.fields,
    publishes: isMoved
      ? told.publishes
      : Boolean(
          one?.published &&
          changedFields(was?.published ?? null, one.published).some((field) => !FORMER.has(field)),
        ),
    unpublishes: Boolean(was?.published && !one?.published),
    states: [...after.states]
      .filter(
        ([id, now]) => now.articleId === articleId && now.state !== before.states.get(id)?.state,
      )
      .map(([id, { state }]) => `${id}: ${before.states.get(id)?.state} ${state}`)
      .sort(),
  };
}

function saidOf(articleId: string, { changes }: DryRun) {
  const change = changes.find((one) => one.articleId === articleId);
  const { action, fields = [], publication, states = [] } = change ?? {};
  return {
    articleId,
    creates: action === 'create',
    fields:
      action === 'update'
        ? [...new Set(fields.map(({ field }) => field.split('.')[0] ?? ''))].sort()
        : [],
    publishes: publication === 'publish',
    unpublishes: publication === 'unpublish',
    states: states.map(({ deliveryId, from, to }) => `${deliveryId}: ${from} ${to}`).sort(),
  };
}

type Told = ReturnType<typeof saidOf>;

/** What stands once nothing is pending: what an editor's work sets off follows its commit. */
async function settled(site: Site, uid: string): Promise<Standing> {
  let now = await standing(site, uid);
  await eventually(async () => {
    await site.settle();
    now = await standing(site, uid);
    expect([...now.states.values()].filter(({ state }) => state === 'pending')).toEqual([]);
  });
  return now;
}

/** Rebuilds, and holds what a dry run said before against what became of each article. */
export async function rebuiltAsForeseen(
  site: Site,
  uid: string,
  articleIds: readonly string[],
): Promise<void> {
  const before = await settled(site, uid);
  const said = await foreseen(site);
  expect((await adminApi(site).post('/rebuild', {})).status).toBe(202);
  await site.settle();
  const after = await standing(site, uid);
  // Of what somebody deleted, a dry run says only that it is so.
  const isThere = (id: string) => after.documents.some(({ of }) => of === id);
  const there = articleIds.filter(isThere);
  const told = there.map((id) => saidOf(id, said));
  const done = told.map((one) => doneTo(one, before, after));
  // What is published again may read as it did before.
  const publishes = (index: number) =>
    Boolean(told[index]?.publishes || done[index]?.publishes) && !done[index]?.unpublishes;
  expect({ failed: said.failed, told }).toEqual({
    failed: [],
    told: done.map((one, index) => ({ ...one, publishes: publishes(index) })),
  });
  expect(told.map(({ publishes: says }) => says)).toEqual(
    told.map((one, index) => one.publishes || done[index]?.publishes),
  );
  const again = await foreseen(site);
  expect({ changes: again.changes, failed: again.failed }).toEqual({ changes: [], failed: [] });
}
