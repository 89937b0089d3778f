import type { Core } from '@strapi/types';
import { UIDS } from '../../content-types/uids';
import { fieldOfEntry, type ProjectedKey } from '../../ledger/shared-documents/projected-key';
import { longestOf } from '../../mapping/model/schemas';
import type { Fields } from '../../projection/merge/merge';
import { slugsOfTag } from '../../projection/shared-documents/tag-name';
import { entryRows } from '../../strapi/entries';
import { schemasOf } from '../../strapi/schemas';
import type { Save } from './keep-newer';

/**
 * The slugs that a form brings back with which a tag, or an entry that was made like one, made way for
 * another (`newSlug`): it was opened before that, and two would have the same.
 * @param current the document as it is now.
 * @returns the fields that have them.
 */
export async function slugsBroughtBack(
  strapi: Core.Strapi,
  { uid, documentId, data, locale }: Save & { uid: string },
  { keys, current }: { keys: readonly ProjectedKey[]; current: Fields },
): Promise<string[]> {
  const attributes = schemasOf(strapi).contentTypes[uid]?.attributes ?? {};
  const isTag = uid === UIDS.tag;
  const names = isTag ? ['name'] : keys.flatMap((key) => fieldOfEntry(key) ?? []);
  const isSlug = (field: string) => (isTag ? field === 'slug' : attributes[field]?.type === 'uid');
  const others = { documentId: { $ne: documentId }, ...(locale === undefined ? {} : { locale }) };
  const back: string[] = [];
  for (const [field, attribute] of Object.entries(attributes)) {
    const slug = data[field];
    if (!isSlug(field) || typeof slug !== 'string') continue;
    const madeWay = names.some((name) => {
      const { own, distinct } = slugsOfTag(String(current[name]), longestOf(attribute) ?? Infinity);
      return slug === own && current[field] === distinct;
    });
    if (!madeWay) continue;
    const where = { [field]: slug, ...others };
    if ((await entryRows(strapi, uid).count({ where })) > 0) back.push(field);
  }
  return back;
}
