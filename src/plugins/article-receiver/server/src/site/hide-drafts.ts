import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import { currentRequest } from '../strapi/current-request';

type Sanitizer = (schema: unknown) => (data: unknown) => unknown;

interface Sanitizers {
  add(path: string, sanitizer: Sanitizer): void;
}

/**
 * A file of the Media Library names everything that uses it, drafts and published versions alike,
 * to everybody who may read files. Takes articles out of every answer of the Content API that gets
 * to them that way, the upload plugin's too, for readers who may not see drafts.
 */
export function hideDraftsBehindFiles(
  strapi: Core.Strapi,
  maySeeDrafts: (auth: unknown) => boolean,
): void {
  const sanitizers = strapi.get('sanitizers') as unknown as Sanitizers;
  sanitizers.add('content-api.output', () => (data) => {
    return maySeeDrafts(currentRequest(strapi)?.state?.auth) ? data : withoutArticles(data);
  });
}

function withoutArticles(data: unknown): unknown {
  if (Array.isArray(data)) return data.map(withoutArticles);
  if (typeof data !== 'object' || data === null || !isPlain(data)) return data;
  return Object.fromEntries(
    Object.entries(data).map(([name, value]) => [
      name,
      name === 'related' && Array.isArray(value)
        ? value.filter((use) => !isArticle(use)).map(withoutArticles)
        : withoutArticles(value),
    ]),
  );
}

/** Dates and the like are values. */
const isPlain = (value: object): boolean =>
  [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null);

const isArticle = (use: unknown): boolean =>
  (use as { __type?: string } | null)?.__type === UIDS.article;
