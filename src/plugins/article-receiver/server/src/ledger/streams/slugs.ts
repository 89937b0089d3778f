import { createHash, randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { having } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows } from '../../database/rows';
import { columns, inParts, table } from '../../database/sql';
import { inTransaction } from '../../database/transaction';
import { askedTogether } from '../../run-context/looks';

/** A stream that has to be looked at again because of slugs. */
export interface TouchedStream {
  streamKey: string;
  /** The slugs that changed hands. */
  slugs: string[];
  marks: string[];
}

/** A slug that an article waits for or had. */
export interface WatchedSlug {
  slug: string;
  /** Whether readers knew the article by it, as far as is known. */
  wasKnown: boolean;
}

/** As long as the column, and as a slug that anybody has; what an editor writes into a list of slugs may be longer. */
const LONGEST = 255;

/** Who looks at which slugs. */
export interface SlugInterest {
  /** Those that an article waits for or had. */
  watched: readonly WatchedSlug[];
  /** Of its own, those that other articles wait for or had. */
  awaited: readonly string[];
}

interface AskedInterest {
  streamKey: string;
  own: readonly string[];
}

/**
 * The slugs that an article waits for because another one has them, and those that it had before.
 * When such a slug changes hands, the article is looked at again: it may get it, or be offered it, or
 * must no longer list it, or may again. The marks are set in the transaction in which the slug changes hands.
 */
export class Slugs {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.slugInterest);
  }

  /**
   * The slugs that a stream's article waits for or had, and who else does. Joins the caller's transaction.
   * @param own slugs that the article may have.
   */
  async interest(streamKey: string, own: readonly string[]): Promise<SlugInterest> {
    return readInterest(this.strapi, { streamKey, own });
  }

  /** Adds to the slugs that a stream's article waits for or had, and to what is known of them. Joins the caller's transaction. */
  async watch(streamKey: string, slugs: readonly WatchedSlug[]): Promise<void> {
    // What is longer never changes hands.
    const watchable = slugs.filter(({ slug }) => slug.length <= LONGEST);
    if (watchable.length === 0) return;
    const known = watchable.filter(({ wasKnown }) => wasKnown);
    const others = watchable.filter(({ wasKnown }) => !wasKnown);
    const wanted = (those: readonly WatchedSlug[]) =>
      those.map(({ slug, wasKnown }) =>
        columns({ interestKey: keyOf(streamKey, slug), streamKey, slug, wasKnown }),
      );
    await inTransaction(this.strapi, async ({ trx }) => {
      const insert = (those: readonly WatchedSlug[]) =>
        table(this.strapi, TABLES.slugInterest, trx)
          .insert(wanted(those))
          .onConflict('interest_key');
      // In parts: an archive may bring all slugs that an article ever had at once.
      for (const some of inParts(others)) await insert(some).ignore();
      // What an article waited for it may have had since.
      for (const some of inParts(known)) await insert(some).merge(['was_known']);
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

  /**
   * The streams that have to be looked at again.
   * @param limit marks that are read. @param except streams to leave out.
   */
  async touched(limit: number, except: readonly string[] = []): Promise<TouchedStream[]> {
    const marked = await this.rows.findMany({
      select: ['streamKey', 'slug', 'mark'],
      where: {
        mark: { $notNull: true },
        ...(except.length > 0 ? { streamKey: { $notIn: except.slice(0, MAX_LEFT_OUT) } } : {}),
      },
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

/** How many streams one look leaves out; the others it looks at again. */
const MAX_LEFT_OUT = 500;

const readInterest = askedTogether(async (strapi, asked: readonly AskedInterest[]) => {
  const streamKeys = [...new Set(asked.map(({ streamKey }) => streamKey))];
  const slugs = [...new Set(asked.flatMap(({ own }) => own))];
  const found = await rows(strapi, TABLES.slugInterest).findMany({
    select: ['streamKey', 'slug', 'wasKnown'],
    where: { $or: [{ streamKey: { $in: streamKeys } }, { slug: { $in: slugs } }] },
    orderBy: { id: 'asc' },
  });
  return ({ streamKey, own }: AskedInterest): SlugInterest => {
    const isOwn = (row: (typeof found)[number]) => row.streamKey === streamKey;
    const others = found.filter((row) => !isOwn(row)).map(({ slug }) => slug);
    return {
      watched: found.filter(isOwn).map(({ slug, wasKnown }) => ({ slug, wasKnown })),
      awaited: own.filter((slug) => others.includes(slug)),
    };
  };
});

const keyOf = (streamKey: string, slug: string): string =>
  createHash('sha256').update(`${streamKey}\n${slug}`).digest('hex');

const stemOf = (slug: string): string => slug.replace(/-[1-9]\d{0,4}$/, '');
