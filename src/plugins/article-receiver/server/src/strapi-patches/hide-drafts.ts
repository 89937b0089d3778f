import type { Core } from '@strapi/types';
import { recordOf } from '../../../shared/records';
import { UIDS } from '../content-types/uids';
import { currentRequest } from '../strapi/current-request';
import { adapt, isFunction } from './adapt';

type Sanitizer = (schema: unknown) => (data: unknown) => unknown;

interface Sanitizers {
  add(path: string, sanitizer: Sanitizer): void;
}

/**
 * A file of the Media Library names everything that uses it, drafts and published versions alike,
 * to everybody who may read files. Takes articles out of every answer of the Content API that gets
 * to them that way, the upload plugin's too, for readers who may not see drafts.
 *
 * As in 5.17 to 5.54. The registry is no part of Strapi's documented interface, and no option takes a type
 * out of `related`; nobody has asked for one upstream.
 */
export function hideDraftsBehindFiles(
  strapi: Core.Strapi,
  maySeeDrafts: (auth: unknown) => boolean,
): void {
  const sanitizers = strapi.get<Sanitizers>('sanitizers');
  adapt(strapi, {
    what: 'the list of what is taken out of answers (registry of sanitizers)',
    without: 'where a site lets everybody read files, drafts show in `related`',
    isKnown: isFunction(sanitizers?.add),
    apply: () =>
      sanitizers.add('content-api.output', () => (data) => {
        return maySeeDrafts(currentRequest(strapi)?.state?.auth) ? data : withoutArticles(data);
      }),
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
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

const isArticle = (use: unknown): boolean => recordOf(use).__type === UIDS.article;
