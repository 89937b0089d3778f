import { createHash, randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { having } from '../database/columns';
import { TABLES } from '../database/models';
import { rows } from '../database/rows';
import { columns, table } from '../database/sql';
import { inTransaction } from '../database/transaction';

/**
 * The slugs that an article waits for because another one has them, and those that it had before.
 * When such a slug changes hands, the article is looked at again: it may get it, or be offered it, or
 * must no longer list it. The marks are set in the transaction in which the slug changes hands.
 */

/** A stream that has to be looked at again because of slugs. */
export interface TouchedStream {
  streamKey: string;
  /** The slugs that changed hands. */
  slugs: string[];
  marks: string[];
}

const interests = (strapi: Core.Strapi) => rows(strapi, TABLES.slugInterest);

const keyOf = (streamKey: string, slug: string): string =>
  createHash('sha256').update(`${streamKey}\n${slug}`).digest('hex');

/** The slugs that a stream's article waits for or had. Joins the caller's transaction. */
export async function slugsWatched(strapi: Core.Strapi, streamKey: string): Promise<string[]> {
  const where = { streamKey };
  const watched = await interests(strapi).findMany({
    select: ['slug'],
    where,
    orderBy: { id: 'asc' },
  });
  return watched.map(({ slug }) => slug);
}

/** Adds to the slugs that a stream's article waits for or had. Joins the caller's transaction. */
export async function watchSlugs(
  strapi: Core.Strapi,
  streamKey: string,
  slugs: readonly string[],
): Promise<void> {
  if (slugs.length === 0) return;
  const wanted = slugs.map((slug) =>
    columns({ interestKey: keyOf(streamKey, slug), streamKey, slug }),
  );
  await inTransaction(strapi, async ({ trx }) => {
    await table(strapi, TABLES.slugInterest, trx)
      .insert(wanted)
      .onConflict('interest_key')
      .ignore();
  });
}

/** Has a stream looked at again because of a slug that it waits for. */
export async function markSlug(
  strapi: Core.Strapi,
  streamKey: string,
  slug: string,
): Promise<void> {
  await interests(strapi).updateMany({ where: { streamKey, slug }, data: { mark: randomUUID() } });
}

/**
 * Says that slugs changed hands. Joins the caller's transaction, an editor's too.
 * @param by the stream whose article gave or took them; null for an entry that is not the feed's.
 */
export async function slugsChanged(
  strapi: Core.Strapi,
  { taken, left }: { taken: readonly string[]; left: readonly string[] },
  by: string | null,
): Promise<void> {
  // Who waits for `top` has `top-4`, and moves up when `top-3` becomes free.
  const slugs = new Set([...taken, ...left, ...left.map(stemOf)]);
  if (slugs.size === 0) return;
  const others = by === null ? {} : { streamKey: { $ne: by } };
  await interests(strapi).updateMany({
    where: { slug: { $in: [...slugs] }, ...others },
    data: { mark: randomUUID() },
  });
}

const stemOf = (slug: string): string => slug.replace(/-[1-9]\d{0,4}$/, '');

/** The streams that have to be looked at again. */
export async function touchedStreams(strapi: Core.Strapi, limit: number): Promise<TouchedStream[]> {
  const marked = await interests(strapi).findMany({
    select: ['streamKey', 'slug', 'mark'],
    where: { mark: { $notNull: true } },
    orderBy: { id: 'asc' },
    limit,
  });
  const streams = new Map<string, TouchedStream>();
  for (const { streamKey, slug, mark } of having(marked, 'mark')) {
    const known = streams.get(streamKey) ?? { streamKey, slugs: [], marks: [] };
    streams.set(streamKey, {
      streamKey,
      slugs: [...known.slugs, slug],
      marks: [...known.marks, mark],
    });
  }
  return [...streams.values()];
}

/** Takes the marks away that led to a look; those set since then stay. */
export async function untouch(
  strapi: Core.Strapi,
  { streamKey, marks }: TouchedStream,
): Promise<void> {
  await interests(strapi).updateMany({
    where: { streamKey, mark: { $in: marks } },
    data: { mark: null },
  });
}
