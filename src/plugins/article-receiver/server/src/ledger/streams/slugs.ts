import { createHash, randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { having } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows } from '../../database/rows';
import { columns, table } from '../../database/sql';
import { inTransaction } from '../../database/transaction';
import { askedTogether } from '../../run-context/looks';

/** A stream that has to be looked at again because of slugs. */
export interface TouchedStream {
  streamKey: string;
  /** The slugs that changed hands. */
  slugs: string[];
  marks: string[];
}

/**
 * The slugs that an article waits for because another one has them, and those that it had before.
 * When such a slug changes hands, the article is looked at again: it may get it, or be offered it, or
 * must no longer list it. The marks are set in the transaction in which the slug changes hands.
 */
export class Slugs {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.slugInterest);
  }

  /** The slugs that a stream's article waits for or had. Joins the caller's transaction. */
  async watched(streamKey: string): Promise<string[]> {
    return readWatched(this.strapi, streamKey);
  }

  /** Adds to the slugs that a stream's article waits for or had. Joins the caller's transaction. */
  async watch(streamKey: string, slugs: readonly string[]): Promise<void> {
    if (slugs.length === 0) return;
    const wanted = slugs.map((slug) =>
      columns({ interestKey: keyOf(streamKey, slug), streamKey, slug }),
    );
    await inTransaction(this.strapi, async ({ trx }) => {
      await table(this.strapi, TABLES.slugInterest, trx)
        .insert(wanted)
        .onConflict('interest_key')
        .ignore();
    });
  }

  /** Has a stream looked at again because of a slug that it waits for. */
  async mark(streamKey: string, slug: string): Promise<void> {
    await this.rows.updateMany({ where: { streamKey, slug }, data: { mark: randomUUID() } });
  }

  /**
   * Says that slugs changed hands. Joins the caller's transaction, an editor's too.
   * @param by the stream whose article gave or took them; null for an entry that is not the feed's.
   */
  async changed(
    { taken, left }: { taken: readonly string[]; left: readonly string[] },
    by: string | null,
  ): Promise<void> {
    // Who waits for `top` has `top-4`, and moves up when `top-3` becomes free.
    const slugs = new Set([...taken, ...left, ...left.map(stemOf)]);
    if (slugs.size === 0) return;
    const others = by === null ? {} : { streamKey: { $ne: by } };
    await this.rows.updateMany({
      where: { slug: { $in: [...slugs] }, ...others },
      data: { mark: randomUUID() },
    });
  }

  /** The streams that have to be looked at again. */
  async touched(limit: number): Promise<TouchedStream[]> {
    const marked = await this.rows.findMany({
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
  async untouch({ streamKey, marks }: TouchedStream): Promise<void> {
    await this.rows.updateMany({
      where: { streamKey, mark: { $in: marks } },
      data: { mark: null },
    });
  }
}

const readWatched = askedTogether(async (strapi, streamKeys: readonly string[]) => {
  const watched = await rows(strapi, TABLES.slugInterest).findMany({
    select: ['streamKey', 'slug'],
    where: { streamKey: { $in: [...new Set(streamKeys)] } },
    orderBy: { id: 'asc' },
  });
  return (streamKey: string): string[] =>
    watched.filter((row) => row.streamKey === streamKey).map(({ slug }) => slug);
});

const keyOf = (streamKey: string, slug: string): string =>
  createHash('sha256').update(`${streamKey}\n${slug}`).digest('hex');

const stemOf = (slug: string): string => slug.replace(/-[1-9]\d{0,4}$/, '');
