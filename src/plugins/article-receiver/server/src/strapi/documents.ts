import type { Core, UID } from '@strapi/types';

/** An entry as Strapi gives it: only its content type knows what else is in it. */
export interface Entry {
  documentId: string;
  [field: string]: unknown;
}

/** The Document Service of one type, as far as it is used here. */
interface Documents {
  findOne(params: object): Promise<Entry | null>;
  findMany(params: object): Promise<Entry[]>;
  create(params: object): Promise<Entry>;
  /** Null where the entry is gone: Strapi says no more than that. */
  update(params: object): Promise<Entry | null>;
  publish(params: object): Promise<{ entries: unknown[] }>;
  unpublish(params: object): Promise<{ entries: unknown[] }>;
  delete(params: object): Promise<unknown>;
}

/**
 * The Document Service, for any type: Strapi's own types know those of the site that they were
 * generated in, and the plugin does not know its site.
 */
export const documents = (strapi: Core.Strapi, uid: string): Documents =>
  strapi.documents(uid as UID.ContentType) as unknown as Documents;
