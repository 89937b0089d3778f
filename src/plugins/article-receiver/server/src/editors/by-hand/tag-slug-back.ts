import type { Core } from '@strapi/types';
import { UIDS } from '../../content-types/uids';
import type { Fields } from '../../projection/merge/merge';
import { distinctTagSlug, ownTagSlug } from '../../projection/shared-documents/tag-name';
import { entryRows } from '../../strapi/entries';
import type { Save } from './keep-newer';

/**
 * Whether a form brings back the slug with which a tag made way for another (`newTagSlug`): it was opened
 * before that, and two tags would have the same.
 * @param current the tag as it is now.
 */
export async function bringsSlugBack(
  strapi: Core.Strapi,
  { uid, documentId, data }: Save & { uid: string },
  current: Fields,
): Promise<boolean> {
  if (uid !== UIDS.tag || typeof data.slug !== 'string') return false;
  const name = String(current.name);
  const madeWay = current.slug === distinctTagSlug(name) && data.slug === ownTagSlug(name);
  if (!madeWay) return false;
  const where = { slug: data.slug, documentId: { $ne: documentId } };
  return (await entryRows(strapi, UIDS.tag).count({ where })) > 0;
}
