import type { Core } from '@strapi/types';
import { changing } from '../run-context/looks';
import type { Entry } from './documents';

/** A version of an entry as its table has it: a draft, or what is published. */
export interface EntryRow extends Entry {
  id: number;
}

interface Search {
  where: object;
  orderBy?: object;
  limit?: number;
  populate?: unknown;
}

/**
 * The order in which entries were made. Not that of their rows: Strapi makes those anew as an entry is published, or its
 * changes are discarded (5.54.0).
 */
export const OLDEST_FIRST = [{ createdAt: 'asc' }, { id: 'asc' }] as const;

interface EntryRows {
  /** @param search.select fields; a row's id and its document's come along in any case. */
  findMany(search: Search & { select?: readonly string[] }): Promise<EntryRow[]>;
  findOne(search: Search & { select?: readonly string[] }): Promise<EntryRow | null>;
  count(search: { where: object }): Promise<number>;
  update(change: { where: object; data: object }): Promise<unknown>;
  updateMany(change: { where: object; data: object }): Promise<unknown>;
}

/**
 * The rows of a content type, through Strapi's query engine: for what the Document Service has no
 * words for, like both versions of many entries at once. No middleware and no webhook hears of it.
 */
export function entryRows(strapi: Core.Strapi, uid: string): EntryRows {
  const query = strapi.db.query(uid);
  const withIds = <Wanted extends { select?: readonly string[] }>(search: Wanted): Wanted =>
    search.select
      ? { ...search, select: [...new Set(['id', 'documentId', ...search.select])] }
      : search;
  return {
    findMany: (search) => query.findMany(withIds(search)),
    findOne: (search) => query.findOne(withIds(search)),
    count: (search) => query.count(search),
    update: changing((change) => query.update(change)),
    updateMany: changing((change) => query.updateMany(change)),
  };
}

interface QueryParams {
  transform(uid: string, params: object): { populate?: unknown };
}

/** What is read along with rows, said as to the Document Service. */
export function populateRows(strapi: Core.Strapi, uid: string, populate: object): unknown {
  const params = strapi.get('query-params') as QueryParams;
  return params.transform(uid, { populate }).populate;
}

/** A field's texts; none where there is no such field, or something else in it. */
export function textsIn(row: Readonly<Record<string, unknown>>, field: string): string[] {
  const value = row[field];
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
}

/** A field's text; null where there is no such field, or something else in it. */
export function textIn(
  row: Readonly<Record<string, unknown>>,
  field: string | null,
): string | null {
  const value = field === null ? null : row[field];
  return typeof value === 'string' ? value : null;
}
