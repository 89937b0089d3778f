import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { amount, read } from '../database/columns';
import { joining, table } from '../database/sql';
import { askedTogether } from '../run-context/looks';
import { entryRows, textIn } from '../strapi/entries';
import { storedType } from '../strapi/metadata';
import { inLocale, type EntryPlace } from './entry-place';

/**
 * Whether another entry, draft or published, has this slug.
 * @param own the entry, or the entries, that may have it.
 */
export async function isSlugTaken(
  strapi: Core.Strapi,
  place: EntryPlace,
  slug: string,
  own: string | readonly string[] | null,
): Promise<boolean> {
  const ids = own === null ? [] : [own].flat();
  return place.mapping.slug !== null && askSlugs(strapi, { place, slug, ids });
}

interface AskedSlug {
  place: EntryPlace;
  slug: string;
  ids: readonly string[];
}

const askSlugs = askedTogether(async (strapi: Core.Strapi, asked: readonly AskedSlug[]) => {
  const [first] = asked;
  if (first && asked.length === 1) {
    const taken = await hasSlug(strapi, first);
    return (): boolean => taken;
  }
  // Only the database knows which texts are the same to it: each is asked as it would be by itself.
  const counts = asked.map((one, number) => slugCount(strapi, one).as(`n${number}`));
  const names = Object.fromEntries(asked.map((_, number) => [`n${number}`, amount]));
  const [row] = await read(joining(strapi, strapi.db.connection.select(counts)), names);
  const taken = new Map(asked.map((one, number) => [one, (row?.[`n${number}`] ?? 0) > 0]));
  return (one: AskedSlug): boolean => taken.get(one) ?? false;
});

async function hasSlug(strapi: Core.Strapi, { place, slug, ids }: AskedSlug): Promise<boolean> {
  const { uid, slug: field } = place.mapping;
  if (field === null) return false;
  const others = ids.length === 0 ? {} : { documentId: { $notIn: ids } };
  const where = { [field]: slug, ...others, ...inLocale(place) };
  return (await entryRows(strapi, uid).count({ where })) > 0;
}

/** The same question as part of a statement that asks several. */
function slugCount(strapi: Core.Strapi, { place, slug, ids }: AskedSlug): Knex.QueryBuilder {
  const { mapping } = place;
  const { attributes } = storedType(strapi, mapping.uid);
  const column = attributes[mapping.slug ?? '']?.columnName ?? '';
  return table(strapi, mapping.uid)
    .count('*')
    .where({ [column]: slug, ...inLocale(place) })
    .whereNotIn('document_id', [...ids]);
}

/** The slug of a version of an entry; null where there is no such version. */
async function slugOf(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  status: 'draft' | 'published',
): Promise<string | null> {
  const { uid, slug } = place.mapping;
  if (slug === null) return null;
  const row = await entryRows(strapi, uid).findOne({
    select: [slug],
    where: {
      documentId,
      publishedAt: status === 'draft' ? { $null: true } : { $notNull: true },
      ...inLocale(place),
    },
  });
  return row && textIn(row, slug);
}

/** The slug of what is published of an entry; null where nothing is. */
export const publishedSlug = (
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<string | null> => slugOf(strapi, place, documentId, 'published');

/** An entry that has a slug. */
export interface SlugHolder {
  documentId: string;
  /** Null on a type without titles. */
  title: string | null;
}

/** The entry, other than one's own, that has a slug; null when none has. */
export async function slugHolder(
  strapi: Core.Strapi,
  place: EntryPlace,
  slug: string,
  own: string,
): Promise<SlugHolder | null> {
  const { uid, slug: field, title } = place.mapping;
  if (field === null) return null;
  const row = await entryRows(strapi, uid).findOne({
    select: title === null ? [] : [title],
    where: { [field]: slug, documentId: { $ne: own }, ...inLocale(place) },
    orderBy: { id: 'asc' },
  });
  return row && { documentId: row.documentId, title: textIn(row, title) };
}
