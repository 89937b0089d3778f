import type { Core } from '@strapi/types';
import { entryRows } from '../strapi/entries';
import { inLocale, type EntryPlace } from './entry-place';

/**
 * When a draft was changed last, as Strapi says it (ISO 8601); null where there is none. It stands for
 * all that the draft has: who decides about the whole of it says with this what they saw.
 */
export async function draftTime(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<string | null> {
  const { uid, draftAndPublish } = place.mapping;
  const row = await entryRows(strapi, uid).findOne({
    select: ['updatedAt'],
    where: { documentId, ...(draftAndPublish ? { publishedAt: null } : {}), ...inLocale(place) },
  });
  const updatedAt = row?.updatedAt;
  return typeof updatedAt === 'string' || updatedAt instanceof Date
    ? new Date(updatedAt).toISOString()
    : null;
}
