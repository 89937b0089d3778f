import type { Core, UID } from '@strapi/types';
import { changing } from '../run-context/looks';

/** An entry as Strapi gives it: only its content type knows what else is in it. */
export interface Entry {
  documentId: string;
  [field: string]: unknown;
}

interface Writing {
  documentId: string;
  data: object;
  [param: string]: unknown;
}

/** The Document Service of one type, as far as it is used here. */
interface Documents {
  findOne(params: object): Promise<Entry | null>;
  findMany(params: object): Promise<Entry[]>;
  create(params: object): Promise<Entry>;
  /** Null where the entry is gone: Strapi says no more than that. */
  update(params: Writing): Promise<Entry | null>;
  publish(params: object): Promise<{ entries: unknown[] }>;
  unpublish(params: object): Promise<{ entries: unknown[] }>;
  delete(params: object): Promise<unknown>;
}

/**
 * The Document Service, for any type: Strapi's own types know those of the site that they were
 * generated in, and the plugin does not know its site.
 */
export function documents(strapi: Core.Strapi, uid: string): Documents {
  const service: Documents = strapi.documents(uid as UID.ContentType);
  return {
    findOne: (params) => service.findOne(params),
    findMany: (params) => service.findMany(params),
    create: changing((params) => service.create(params)),
    // Strapi says who changed an entry last beside when that was: an editor had not changed it then.
    update: changing(({ data, ...params }) =>
      service.update({ ...params, data: { updatedBy: null, ...data } }),
    ),
    publish: changing((params) => service.publish(params)),
    unpublish: changing((params) => service.unpublish(params)),
    delete: changing((params) => service.delete(params)),
  };
}
