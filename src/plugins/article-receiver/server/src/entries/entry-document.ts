import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { table } from '../database/sql';
import type { Fields } from '../projection/merge/merge';
import { populateOf, readValues, type Row } from '../mapping/entry/read-entry';
import type { Mapping } from '../mapping/model/mapping';
import { dataOf } from '../mapping/entry/write-entry';
import { documents } from '../strapi/documents';
import { entryRows, textIn, type EntryRow } from '../strapi/entries';
import { storedType } from '../strapi/metadata';
import { askedTogether } from '../run-context/looks';

type Version = 'draft' | 'published';

/** A content type, and the locale in which its entries are read and written; null without locales. */
export interface EntryPlace {
  mapping: Mapping;
  locale: string | null;
}

const inLocale = ({ locale }: EntryPlace) => (locale === null ? {} : { locale });

/** A version of an entry, to be read. */
interface Wanted {
  place: EntryPlace;
  documentId: string;
  version: Version;
}

/** A version of an entry as Strapi gives it; null when there is none. */
export const readRow = (
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  version: Version,
): Promise<Row | null> => askRows(strapi, { place, documentId, version });

const askRows = askedTogether(async (strapi: Core.Strapi, asked: readonly Wanted[]) => {
  const [first] = asked;
  if (first && asked.length === 1) {
    const { documentId } = first;
    const row = await documents(strapi, first.place.mapping.uid).findOne({
      documentId,
      ...readAs(first),
    });
    return (): Row | null => row;
  }
  const rows = new Map<string, Row>();
  const kinds = new Map(asked.map((one) => [kindOf(one), one]));
  for (const [kind, one] of kinds) {
    const ids = asked.filter((other) => kindOf(other) === kind).map(({ documentId }) => documentId);
    const found = await documents(strapi, one.place.mapping.uid).findMany({
      filters: { documentId: { $in: [...new Set(ids)] } },
      ...readAs(one),
    });
    // Of several rows, which there should not be, the first: as where one is asked for.
    for (const row of found.reverse()) rows.set(`${kind} ${row.documentId}`, row);
  }
  return (one: Wanted): Row | null => rows.get(`${kindOf(one)} ${one.documentId}`) ?? null;
});

/** What is read in one go. */
const kindOf = ({ place: { mapping, locale }, version }: Wanted): string =>
  [mapping.uid, locale ?? '', version].join(' ');

/** How Strapi is asked for what a mapping's fields can be read from. */
const readAs = ({ place, version }: Pick<Wanted, 'place' | 'version'>) => ({
  ...inLocale(place),
  ...(place.mapping.draftAndPublish ? { status: version } : {}),
  populate: populateOf(place.mapping.shapes),
});

/** A version of an entry in the form in which the projection writes it; null when there is none. */
export async function readEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  version: Version,
): Promise<Fields | null> {
  const row = await readRow(strapi, place, documentId, version);
  return row && readValues(place.mapping.shapes, row);
}

/** The drafts of some entries in the form in which the projection writes them, by documentId. */
export async function readDrafts(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentIds: readonly string[],
): Promise<Map<string, Fields>> {
  const { mapping } = place;
  const rows = await documents(strapi, mapping.uid).findMany({
    filters: { documentId: { $in: documentIds } },
    ...readAs({ place, version: 'draft' }),
  });
  return new Map(rows.map((row) => [String(row.documentId), readValues(mapping.shapes, row)]));
}

/** Drafts with exactly this value in a field, the oldest first. */
export async function findByValue(
  strapi: Core.Strapi,
  place: EntryPlace,
  field: string,
  value: string,
): Promise<EntryRow[]> {
  const { uid, draftAndPublish } = place.mapping;
  const drafts = draftAndPublish ? { publishedAt: null } : {};
  const rows = await entryRows(strapi, uid).findMany({
    where: { [field]: value, ...drafts, ...inLocale(place) },
    orderBy: { id: 'asc' },
  });
  // MySQL's usual collations find values in other cases too, and those are other articles.
  return rows.filter((row) => row[field] === value);
}

/** An entry that was written, and what its own fields have by now. */
interface WrittenEntry {
  documentId: string;
  stored: Fields;
}

/** Creates the draft of an entry, under the id that it had before if it had one. */
export async function createEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  values: Fields,
  documentId: string | null,
): Promise<WrittenEntry> {
  const identity = documentId === null ? {} : { documentId };
  const data = { ...dataOf(place.mapping.shapes, values, null), ...identity };
  const created = await documents(strapi, place.mapping.uid).create({ data, ...inLocale(place) });
  return { documentId: created.documentId, stored: ownValues(place, created) };
}

/** What Strapi says of an entry's own fields once it is written; it leaves out what that leads to. */
function ownValues({ mapping: { shapes } }: EntryPlace, row: Row): Fields {
  const own = Object.entries(shapes).filter(
    ([name, { kind }]) => kind === 'scalar' && row[name] !== undefined,
  );
  return readValues(Object.fromEntries(own), row);
}

/** @throws Error when the entry is gone: Strapi itself says nothing then. */
export async function updateEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  values: Fields,
): Promise<WrittenEntry> {
  const unchanged = { documentId, stored: {} };
  if (Object.keys(values).length === 0) return unchanged;
  const { mapping } = place;
  const gone = new Error(`entry ${documentId} disappeared while it was being written`);
  const hasParts = Object.values(mapping.shapes).some(({ kind }) => kind.match(/component|list/));
  const row = hasParts ? await readRow(strapi, place, documentId, 'draft') : {};
  if (!row) throw gone;
  const data = dataOf(mapping.shapes, values, row);
  if (Object.keys(data).length === 0) return unchanged;
  const updated = await documents(strapi, mapping.uid).update({
    documentId,
    ...inLocale(place),
    data,
  });
  if (!updated) throw gone;
  return { documentId, stored: ownValues(place, updated) };
}

export async function publishEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<void> {
  const target = { documentId, ...inLocale(place) };
  const { entries } = await documents(strapi, place.mapping.uid).publish(target);
  if (entries.length === 0) throw new Error(`entry ${documentId} could not be published`);
}

export async function unpublishEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<void> {
  await documents(strapi, place.mapping.uid).unpublish({ documentId, ...inLocale(place) });
}

/** Corrects values of a published version: not a change of the article, so no event is sent. */
export async function writePublished(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  values: Fields,
): Promise<void> {
  const where = { documentId, publishedAt: { $notNull: true }, ...inLocale(place) };
  await entryRows(strapi, place.mapping.uid).updateMany({ where, data: values });
}

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
  const [row = {}]: Record<string, unknown>[] = await strapi.db.connection.select(counts);
  const taken = new Map(asked.map((one, number) => [one, Number(row[`n${number}`]) > 0]));
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

/** Whether an entry is there in a locale. */
export const hasLocale = async (
  strapi: Core.Strapi,
  { mapping, locale }: EntryPlace,
  documentId: string,
): Promise<boolean> =>
  (await entryRows(strapi, mapping.uid).count({ where: { documentId, locale } })) > 0;

/** Puts an entry with all that it has into another locale, where it is not yet. */
export async function moveLocale(
  strapi: Core.Strapi,
  { mapping, locale }: EntryPlace,
  documentId: string,
  from: string,
): Promise<void> {
  const where = { documentId, locale: from };
  await entryRows(strapi, mapping.uid).updateMany({ where, data: { locale } });
}
