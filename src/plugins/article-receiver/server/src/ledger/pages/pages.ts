import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Issue } from '../../../../shared/deliveries/issues';
import { fromJson } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows, type RowOf } from '../../database/rows';
import { columns, table } from '../../database/sql';
import { atHostOf } from './same-host';

/** What is known of the page of an article. */
export type PageRow = Omit<RowOf<typeof TABLES.page>, 'since' | 'issues'> & {
  since: number;
  /** What was wrong at the last look; null before the first. */
  issues: Issue[] | null;
};

const toPage = (row: RowOf<typeof TABLES.page>): PageRow => ({
  ...row,
  since: row.since ?? 0,
  issues: fromJson(row.issues),
});

/** What is known of the pages of articles on the front end. */
export class Pages {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.page);
  }

  /** What is known of the pages of some articles, by stream key. */
  async of(streamKeys: readonly string[]): Promise<Map<string, PageRow>> {
    if (streamKeys.length === 0) return new Map();
    const found = await this.rows.findMany({
      where: { streamKey: { $in: streamKeys } },
    });
    return new Map(found.map((row) => [row.streamKey, toPage(row)]));
  }

  /** Pages that there are, in the order of their ids. */
  async placed(afterId: number, limit: number): Promise<PageRow[]> {
    const found = await this.rows.findMany({
      where: { url: { $notNull: true }, id: { $gt: afterId } },
      orderBy: { id: 'asc' },
      limit,
    });
    return found.map(toPage);
  }

  /**
   * Pages that are to be looked at now, those first that wait longest. One that is due later than
   * anything ever is was written by a clock that was wrong.
   */
  async due({
    now,
    longestMs,
    limit,
  }: {
    now: number;
    longestMs: number;
    limit: number;
  }): Promise<PageRow[]> {
    const found = await this.rows.findMany({
      where: { $or: [{ dueAt: { $lte: now } }, { dueAt: { $gt: now + longestMs } }] },
      orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
      limit,
    });
    return found.map(toPage);
  }

  /** Writes down where a page is now. Joins the transaction. */
  async place(
    trx: Knex.Transaction,
    page: Pick<PageRow, 'streamKey' | 'url' | 'version' | 'since' | 'dueAt'>,
  ): Promise<void> {
    const unknown = { failures: 0, checkedAt: null, issues: null, isWrong: false };
    await table(this.strapi, TABLES.page, trx)
      .insert(columns({ ...page, ...unknown }))
      .onConflict('stream_key')
      .merge();
  }

  /** Writes down what a look gave, unless something else was published or another look asked for meanwhile. */
  async lookedAt(
    trx: Knex.Transaction,
    { streamKey, url, version, dueAt }: PageRow,
    look: Pick<PageRow, 'dueAt' | 'failures' | 'checkedAt' | 'issues' | 'isWrong'>,
  ): Promise<void> {
    const issues = look.issues && JSON.stringify(look.issues);
    await table(this.strapi, TABLES.page, trx)
      .where(columns({ streamKey, version, dueAt }))
      .where({ url })
      .update(columns({ ...look, issues }));
  }

  /** Has a page looked at as soon as can be; the waits begin anew. */
  async lookAgain({ id }: PageRow, now: number): Promise<void> {
    await this.rows.update({ where: { id }, data: { dueAt: now, failures: 0 } });
  }

  /** Pages that something is wrong with, those first that were published last. */
  async wrong({ before, limit }: { before: number | null; limit: number }): Promise<PageRow[]> {
    const found = await this.rows.findMany({
      where: {
        isWrong: true,
        url: { $notNull: true },
        ...(before === null ? {} : { id: { $lt: before } }),
      },
      orderBy: { id: 'desc' },
      limit,
    });
    return found.map(toPage);
  }

  /** Whether an article is published at an address now. */
  async isAt(trx: Knex.Transaction, url: string): Promise<boolean> {
    return (await table(this.strapi, TABLES.page, trx).where({ url }).first('id')) !== undefined;
  }

  /** Whether any article is published at the host of an address now. */
  async isAtHost(trx: Knex.Transaction, url: string): Promise<boolean> {
    const there = table(this.strapi, TABLES.page, trx).where(atHostOf(url)).first('id');
    return (await there) !== undefined;
  }

  /** How many pages something is wrong with, and how many are looked at again. */
  async count(): Promise<{ wrong: number; waiting: number }> {
    return {
      wrong: await this.rows.count({ where: { isWrong: true } }),
      waiting: await this.rows.count({ where: { dueAt: { $notNull: true } } }),
    };
  }
}
