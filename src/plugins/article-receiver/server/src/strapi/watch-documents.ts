import type { Core } from '@strapi/types';

/** What somebody does to an entry, through the Document Service. */
interface Act {
  uid: string;
  action: string;
  /** What is handed on to Strapi: another value here is what happens. */
  params: {
    documentId?: string;
    data?: Record<string, unknown>;
    locale?: NamedLocales;
    /** `published` has Strapi publish what was saved, past whoever stands in between. */
    status?: string;
  };
}

/** In which locales something is done: one, several, all of them (`*`); the default one where none is named. */
export type NamedLocales = string | readonly string[] | null | undefined;

/** @param next carries it out; what it gives is Strapi's answer, which the middleware has to give. */
type Middleware = (act: Act, next: () => Promise<unknown>) => Promise<unknown>;

/**
 * Stands between everybody and the Document Service. Strapi types what each action takes and gives by
 * the site's own types; a middleware for any of them knows no more than what it is handed.
 */
export function watchDocuments(strapi: Core.Strapi, middleware: Middleware): void {
  strapi.documents.use(middleware as Parameters<typeof strapi.documents.use>[0]);
}
