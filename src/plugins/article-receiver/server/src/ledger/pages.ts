import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Issue } from '../../../shared/issues';
import { TABLES } from '../database/models';
import { columns, table, toNumber } from '../database/sql';

/** What is known of the page of an article. */
export interface PageRow {
  id: number;
  streamKey: string;
  /** Null when the article is not published. */
  url: string | null;
  version: string | null;
  /** Epoch ms, as all times here. */
  since: number;
  /** When it is looked at; null when it is not. */
  dueAt: number | null;
  failures: number;
  checkedAt: number | null;
  /** What was wrong at the last look; null before the first. */
  issues: Issue[] | null;
  /** Whether that is to be shown: the time for it is over. */
  isWrong: boolean;
}

type Row = Omit<PageRow, 'since' | 'dueAt' | 'checkedAt' | 'issues' | 'isWrong'> & {
  since: number | string | null;
  dueAt: number | string | null;
  checkedAt: number | string | null;
  issues: string | null;
  isWrong: boolean | null;
};

const toPage = (row: Row): PageRow => ({
  ...row,
  since: toNumber(row.since) ?? 0,
  dueAt: toNumber(row.dueAt),
  checkedAt: toNumber(row.checkedAt),
  issues: row.issues === null ? null : (JSON.parse(row.issues) as Issue[]),
  isWrong: Boolean(row.isWrong),
});

const pages = (strapi: Core.Strapi) => strapi.db.query(TABLES.page);

/** What is known of the pages of some articles, by stream key. */
export async function pagesOf(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, PageRow>> {
  if (streamKeys.length === 0) return new Map();
  const rows = (await pages(strapi).findMany({
    where: { streamKey: { $in: streamKeys } },
  })) as Row[];
  return new Map(rows.map((row) => [row.streamKey, toPage(row)]));
}

/** Pages that there are, in the order of their ids. */
export async function standingPages(
  strapi: Core.Strapi,
  afterId: number,
  limit: number,
): Promise<PageRow[]> {
  const rows = (await pages(strapi).findMany({
    where: { url: { $notNull: true }, id: { $gt: afterId } },
    orderBy: { id: 'asc' },
    limit,
  })) as Row[];
  return rows.map(toPage);
}

/**
 * Pages that are to be looked at now, those first that wait longest. One that is due later than
 * anything ever is was written by a clock that was wrong.
 */
export async function duePages(
  strapi: Core.Strapi,
  { now, longestMs, limit }: { now: number; longestMs: number; limit: number },
): Promise<PageRow[]> {
  const rows = (await pages(strapi).findMany({
    where: { $or: [{ dueAt: { $lte: now } }, { dueAt: { $gt: now + longestMs } }] },
    orderBy: [{ dueAt: 'asc' }, { id: 'asc' }],
    limit,
  })) as Row[];
  return rows.map(toPage);
}

/** Writes down where a page is now. Joins the transaction. */
export async function placePage(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  page: Pick<PageRow, 'streamKey' | 'url' | 'version' | 'since' | 'dueAt'>,
): Promise<void> {
  const unknown = { failures: 0, checkedAt: null, issues: null, isWrong: false };
  await table(strapi, TABLES.page, trx)
    .insert(columns({ ...page, ...unknown }))
    .onConflict('stream_key')
    .merge();
}

/** Writes down what a look gave, unless something else was published or another look asked for meanwhile. */
export async function lookedAtPage(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  { streamKey, url, version, dueAt }: PageRow,
  look: Pick<PageRow, 'dueAt' | 'failures' | 'checkedAt' | 'issues' | 'isWrong'>,
): Promise<void> {
  const issues = look.issues && JSON.stringify(look.issues);
  await table(strapi, TABLES.page, trx)
    .where(columns({ streamKey, version, dueAt }))
    .where({ url })
    .update(columns({ ...look, issues }));
}

/** Has a page looked at as soon as can be; the waits begin anew. */
export async function lookAgainAt(
  strapi: Core.Strapi,
  { id }: PageRow,
  now: number,
): Promise<void> {
  await pages(strapi).update({ where: { id }, data: { dueAt: now, failures: 0 } });
}

/** Pages that something is wrong with, those first that were published last. */
export async function wrongPages(
  strapi: Core.Strapi,
  { before, limit }: { before: number | null; limit: number },
): Promise<PageRow[]> {
  const rows = (await pages(strapi).findMany({
    where: {
      isWrong: true,
      url: { $notNull: true },
      ...(before === null ? {} : { id: { $lt: before } }),
    },
    orderBy: { id: 'desc' },
    limit,
  })) as Row[];
  return rows.map(toPage);
}

/** Whether an article is published at an address now. */
export const isPageAt = async (
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  url: string,
): Promise<boolean> =>
  (await table(strapi, TABLES.page, trx).where({ url }).first('id')) !== undefined;

/** How many pages something is wrong with, and how many are looked at again. */
export async function countPages(strapi: Core.Strapi): Promise<{ wrong: number; waiting: number }> {
  return {
    wrong: await pages(strapi).count({ where: { isWrong: true } }),
    waiting: await pages(strapi).count({ where: { dueAt: { $notNull: true } } }),
  };
}
