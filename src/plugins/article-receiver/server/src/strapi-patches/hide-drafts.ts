import type { Core } from '@strapi/types';
import { recordOf } from '../../../shared/records';
import { UIDS } from '../content-types/uids';
import { inParts } from '../database/sql';
import type { Schema } from '../mapping/model/schemas';
import { currentRequest } from '../strapi/current-request';
import { adapt, isFunction } from './adapt';
import { entryRows } from '../strapi/entries';
import { schemasOf } from '../strapi/schemas';
import { mapArticles } from './map-articles';

type Sanitizer = (schema: Schema) => (data: unknown) => unknown;

interface Sanitizers {
  add(path: string, sanitizer: Sanitizer): void;
}

/**
 * Takes drafts of articles out of every answer of the Content API that gets to them over something else,
 * for readers who may not see drafts. A file of the Media Library names everything that uses it, drafts
 * and published versions alike; a type of the site's own with a relation to articles shows their drafts
 * to everybody who asks for its own.
 *
 * As in 5.17 to 5.54. The registry is no part of Strapi's documented interface, and nobody has asked for
 * an option upstream.
 */
export function hideDrafts(strapi: Core.Strapi, maySeeDrafts: (auth: unknown) => boolean): void {
  const sanitizers = strapi.get<Sanitizers>('sanitizers');
  adapt(strapi, {
    what: 'the list of what is taken out of answers (registry of sanitizers)',
    without: 'drafts show behind files and relations to whoever may read these',
    isKnown: isFunction(sanitizers?.add),
    apply: () =>
      sanitizers.add('content-api.output', (schema) => (data) => {
        if (maySeeDrafts(currentRequest(strapi)?.state?.auth)) return data;
        return withoutDrafts(strapi, withoutArticles(data), schema);
      }),
  });
}

async function withoutDrafts(strapi: Core.Strapi, data: unknown, schema: Schema): Promise<unknown> {
  const schemas = schemasOf(strapi);
  // Who asks for some of their fields only is not told when they were published.
  const untold = new Set<number>();
  mapArticles(data, schema, schemas, ({ id, publishedAt }) => {
    if (publishedAt === undefined && typeof id === 'number') untold.add(id);
    return true;
  });
  const published = await publishedAmong(strapi, [...untold]);
  return mapArticles(data, schema, schemas, ({ id, publishedAt }) =>
    publishedAt === undefined ? id === undefined || published.has(id) : publishedAt !== null,
  );
}

/** Those of some versions of articles that are published, by their row. One answer may have more than a statement can name. */
async function publishedAmong(
  strapi: Core.Strapi,
  ids: readonly number[],
): Promise<ReadonlySet<unknown>> {
  const published = new Set<unknown>();
  for (const some of inParts(ids)) {
    const where = { id: { $in: some }, publishedAt: { $notNull: true } };
    for (const { id } of await entryRows(strapi, UIDS.article).findMany({ select: [], where }))
      published.add(id);
  }
  return published;
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
