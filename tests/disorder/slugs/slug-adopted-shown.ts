import { valuesOf } from '../people/people-model';
import {
  entryOf,
  idIn,
  keptSlug,
  lookedAt,
  offeredIn,
  successorOf,
  type Entry,
} from './slug-adopted-model';
import type { Played } from './slug-adopted-play';
import type { Versions } from './slug-adopted-site';
import { ARTICLES } from './slug-adopted-steps';

/** What is on the site. */
interface Shown {
  drafts: Versions;
  out: Versions;
  streams: Awaited<ReturnType<Played['entries']['streams']>>;
}

/** Compares what is on the site with what is right. */
export async function expectRight(step: unknown, played: Played): Promise<void> {
  const { entries, right } = played;
  const shown = {
    drafts: await entries.drafts(),
    out: await entries.published(),
    streams: await entries.streams(),
  };
  seeLookedAt(shown, played);
  const there = [...shown.drafts.keys()].sort();
  const expected = right.there.map(({ documentId }) => documentId).sort();
  expect({ step, there }).toEqual({ step, there: expected });
  for (let article = 0; article < ARTICLES; article += 1)
    await expectSettled(step, article, played);
  expectOwnSlugs(step, shown);
  for (const entry of right.there) await expectEntry(step, entry, shown, played);
}

/** Something else had deleted articles looked at: another article’s slug, say. */
function seeLookedAt({ streams }: Shown, { entries, right }: Played): void {
  for (const article of [...right.gone.keys()]) {
    const stream = streams.find(({ articleId }) => articleId === entries.idOf(article));
    if (stream?.documentId === successorOf(right, article)?.documentId) lookedAt(right, article);
  }
}

/** No delivery waits but for a publication that is held, or for an entry that is gone. */
async function expectSettled(
  step: unknown,
  article: number,
  { entries, right }: Played,
): Promise<void> {
  const waiting = await entries.waiting(article);
  if (right.gone.has(article) && waiting.every((why) => why === 'parked articleDeleted')) return;
  const isHeld = (entryOf(right, article)?.now.held ?? null) !== null;
  const expected = isHeld ? ['parked publicationHeld'] : [];
  expect({ step, article, waiting }).toEqual({ step, article, waiting: expected });
}

/** No two entries have the same slug. */
function expectOwnSlugs(step: unknown, { drafts, out }: Shown): void {
  const known = new Map<string, string>();
  for (const [documentId, { slug }] of [...drafts, ...out]) {
    const of = known.get(slug) ?? documentId;
    expect({ step, slug, of }).toEqual({ step, slug, of: documentId });
    known.set(slug, documentId);
  }
}

async function expectEntry(
  step: unknown,
  entry: Entry,
  { drafts, out, streams }: Shown,
  { entries, right }: Played,
): Promise<void> {
  const { documentId, now, article } = entry;
  const draft = drafts.get(documentId);
  const [id, slug] = [idIn(entry), keptSlug(right, entry)];
  const seen = {
    draft: draft?.values,
    out: out.get(documentId)?.values ?? null,
    id: draft?.id,
    of: streams.filter((row) => row.documentId === documentId).map(({ articleId }) => articleId),
    slug: draft?.slug,
    offered: (await entries.offered(documentId)).sort(),
  };
  expect({ step, documentId, ...seen }).toEqual({
    ...{ step, documentId, draft: now.draft && valuesOf(now.draft), out: now.published },
    id: id === null ? null : entries.idOf(id),
    of: article === null ? [] : [entries.idOf(article)],
    slug: slug === null ? draft?.slug : entries.slugOf(slug),
    offered: offeredIn(entry).sort(),
  });
}
