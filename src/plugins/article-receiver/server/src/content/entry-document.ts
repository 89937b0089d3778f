import type { Core, UID } from '@strapi/types';
import type { Fields } from '../projection/merge';
import { populateOf, readValues, type Row } from '../target/read-entry';
import type { Target } from '../target/target';
import { dataOf } from '../target/write-entry';

type Version = 'draft' | 'published';

/** A content type, and the locale in which its entries are read and written; null without locales. */
export interface EntryPlace {
  mapping: Target;
  locale: string | null;
}

interface DocumentApi {
  findOne(params: object): Promise<Row | null>;
  create(params: object): Promise<{ documentId: string }>;
  update(params: object): Promise<Row | null>;
  publish(params: object): Promise<{ entries: unknown[] }>;
  unpublish(params: object): Promise<{ entries: unknown[] }>;
  delete(params: object): Promise<unknown>;
}

const documents = (strapi: Core.Strapi, { uid }: Target): DocumentApi =>
  strapi.documents(uid as UID.ContentType) as unknown as DocumentApi;

const inLocale = ({ locale }: EntryPlace) => (locale === null ? {} : { locale });

/** A version of an entry as Strapi gives it; null when there is none. */
function readRow(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  version: Version,
): Promise<Row | null> {
  const { mapping } = place;
  const status = mapping.draftAndPublish ? { status: version } : {};
  const populate = populateOf(mapping.shapes);
  return documents(strapi, mapping).findOne({
    documentId,
    ...inLocale(place),
    ...status,
    populate,
  });
}

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

/** The entry of the feed's article that is there without our knowing, after an import for example. */
export async function findBySourceId(
  strapi: Core.Strapi,
  place: EntryPlace,
  sourceId: string,
): Promise<string | null> {
  const { uid, sourceId: field, draftAndPublish } = place.mapping;
  if (field === null) return null;
  const drafts = draftAndPublish ? { publishedAt: null } : {};
  const rows = (await strapi.db.query(uid).findMany({
    select: ['documentId', field],
    where: { [field]: sourceId, ...drafts, ...inLocale(place) },
  })) as Record<string, string>[];
  // MySQL's usual collations find ids in other cases too, and those are other articles.
  return rows.find((row) => row[field] === sourceId)?.documentId ?? null;
}

/** Creates the draft of an entry, under the id that it had before if it had one. */
export async function createEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  values: Fields,
  documentId: string | null,
): Promise<string> {
  const identity = documentId === null ? {} : { documentId };
  const data = { ...dataOf(place.mapping.shapes, values, null), ...identity };
  const created = await documents(strapi, place.mapping).create({ data, ...inLocale(place) });
  return created.documentId;
}

/** @throws Error when the entry is gone: Strapi itself says nothing then. */
export async function updateEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  values: Fields,
): Promise<void> {
  if (Object.keys(values).length === 0) return;
  const { mapping } = place;
  const gone = new Error(`entry ${documentId} disappeared while it was being written`);
  const hasParts = Object.values(mapping.shapes).some(({ kind }) => kind.match(/component|list/));
  const row = hasParts ? await readRow(strapi, place, documentId, 'draft') : {};
  if (!row) throw gone;
  const data = dataOf(mapping.shapes, values, row);
  if (Object.keys(data).length === 0) return;
  const updated = await documents(strapi, mapping).update({ documentId, ...inLocale(place), data });
  if (!updated) throw gone;
}

export async function publishEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<void> {
  const target = { documentId, ...inLocale(place) };
  const { entries } = await documents(strapi, place.mapping).publish(target);
  if (entries.length === 0) throw new Error(`entry ${documentId} could not be published`);
}

export async function unpublishEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<void> {
  await documents(strapi, place.mapping).unpublish({ documentId, ...inLocale(place) });
}

/** Whether another entry, draft or published, has this slug. */
export async function isSlugTaken(
  strapi: Core.Strapi,
  place: EntryPlace,
  slug: string,
  documentId: string | null,
): Promise<boolean> {
  const { uid, slug: field } = place.mapping;
  if (field === null) return false;
  const others = documentId === null ? {} : { documentId: { $ne: documentId } };
  const where = { [field]: slug, ...others, ...inLocale(place) };
  return (await strapi.db.query(uid).count({ where })) > 0;
}

/** Puts an entry with all that it has into another locale, where it is not yet. */
export async function moveLocale(
  strapi: Core.Strapi,
  { mapping, locale }: EntryPlace,
  documentId: string,
  from: string,
): Promise<void> {
  const there = await strapi.db.query(mapping.uid).count({ where: { documentId, locale } });
  if (there > 0) await documents(strapi, mapping).delete({ documentId, locale: from });
  else {
    const where = { documentId, locale: from };
    await strapi.db.query(mapping.uid).updateMany({ where, data: { locale } });
  }
}
