import type { Core } from '@strapi/types';
import { tagKey, unseenFormsOf, writingsOf } from '../projection/shared-documents/tag-name';
import { entryRows, OLDEST_FIRST } from '../strapi/entries';

/** Where a name is looked for. */
interface NameSearch {
  uid: string;
  field: string;
  value: string;
}

/** The documents that are called so, letter case and what nobody sees aside, oldest first. */
export async function calledSo(
  strapi: Core.Strapi,
  { uid, field, value }: NameSearch,
  place: { locale?: string } = {},
): Promise<string[]> {
  const writings = writingsOf(value).flatMap(unseenFormsOf);
  const written = writings.map((writing) => ({ [field]: { $eqi: writing } }));
  const rows = await entryRows(strapi, uid).findMany({
    select: [field],
    where: { $or: [{ [field]: value }, ...written], ...place },
    orderBy: OLDEST_FIRST,
  });
  const same = rows.filter((row) => tagKey(String(row[field] ?? '')) === tagKey(value));
  return same.map(({ documentId }) => documentId);
}
