import type { Core } from '@strapi/types';
import type { Given } from './columns';

/** Strapi's query engine for one table, as far as it is used here; what it finds is typed by `reader`. */
interface Query {
  findMany(search: object): Promise<Given[]>;
  findOne(search: object): Promise<Given | null>;
  count(search?: object): Promise<number>;
  create(row: { data: object }): Promise<Given>;
  createMany(rows: { data: object[] }): Promise<unknown>;
  update(change: { where: object; data: object }): Promise<unknown>;
  updateMany(change: { where: object; data: object }): Promise<{ count: number }>;
  deleteMany(search: { where: object }): Promise<unknown>;
}

/** Strapi types what its query engine finds by the site's content types, and as `any` for most tables. */
export const queryOf = (strapi: Core.Strapi, uid: string): Query => strapi.db.query(uid);
