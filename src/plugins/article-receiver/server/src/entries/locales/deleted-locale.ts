import type { Core } from '@strapi/types';
import type { Mapping } from '../../mapping/model/mapping';
import type { StreamState } from '../../projection/article/stream-state';
import { hasLocale } from '../read-entry';

/**
 * Whether a locale that the site does not have was deleted with what an article had there. Strapi deletes all of
 * a locale's entries with it; for what stays deleted, the site's owner is not to find the locale again either.
 * @param state of the article's stream; null before the first projection.
 */
export async function wasDeleted(
  strapi: Core.Strapi,
  mapping: Mapping,
  locale: string,
  state: StreamState | null,
): Promise<boolean> {
  if (state === null || state.documentId === null || state.restore) return false;
  // Only where the article was: that one is missing in which it never was says nothing, as settings change.
  if (state.locale !== locale) return false;
  return !(await hasLocale(strapi, { mapping, locale }, state.documentId));
}
