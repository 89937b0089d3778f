import type { Core, UID } from '@strapi/types';
import { changing } from '../run-context/looks';
import { answered, inTime } from './site-code';

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
  const write = <Params, Result>(run: (params: Params) => Promise<Result>) =>
    changing((params: Params) => inTime(strapi, run(params)));
  return {
    findOne: (params) => service.findOne(params),
    findMany: async (params) => answered(await service.findMany(params)),
    create: write(async (params) => answered(await service.create(params))),
    // Strapi says who changed an entry last beside when that was: an editor had not changed it then.
    update: write(async ({ data, ...params }) =>
      answered(await service.update({ ...params, data: { updatedBy: null, ...data } })),
    ),
    publish: write(async (params) => answered(await service.publish(params))),
    unpublish: write((params) => service.unpublish(params)),
    delete: write((params) => service.delete(params)),
  };
}
