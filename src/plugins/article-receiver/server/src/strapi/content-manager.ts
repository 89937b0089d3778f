import type { Core } from '@strapi/types';

/** What the Content Manager lets somebody do with an entry. */
export type EntryAction = 'read' | 'update' | 'publish';

type Query = Record<string, unknown>;

/** The Content Manager's own checker: what it decides for its pages it decides for ours. */
export interface Checker {
  can: Record<EntryAction, (entity?: object, field?: string) => boolean>;
  sanitizedQuery: Record<EntryAction, (query: Query) => Promise<Query>>;
}

interface ContentManager {
  service(name: 'permission-checker'): { create(of: object): Checker };
  service(name: 'populate-builder'): (uid: string) => {
    populateFromQuery(query: Query): { build(): Promise<object> };
  };
}

/** The Content Manager's services, by which its own pages work; undefined where it is disabled. */
export const contentManager = (strapi: Core.Strapi): ContentManager | undefined =>
  strapi.plugins['content-manager'];
