import type { Core } from '@strapi/types';
import { changedBy, differing } from '../mapping/entry/changes';
import { populateOf, readValues, type Row } from '../mapping/entry/read-entry';
import type { DocumentOf } from '../mapping/entry/saved-values';
import type { Shapes, Mapping } from '../mapping/model/mapping';
import { isFilledBeside } from '../mapping/entry/beside-mapping';
import { isLocalized } from '../mapping/model/schemas';
import { unmappedShapes, wholeShapes } from '../mapping/model/unmapped';
import { documents } from '../strapi/documents';
import { schemasOf } from '../strapi/schemas';
import { shapesIn } from './shapes-in';

/** An entry of a type of the site's own, in a locale. */
interface Entry {
  place: { mapping: Pick<Mapping, 'uid' | 'shapes' | 'draftAndPublish'>; locale: string | null };
  documentId: string;
}

/**
 * The fields that the mapping leaves to the editors, of one that somebody saves.
 * @param ours the locale that the feed's article is in.
 * @returns the names of those that the save changes.
 */
export async function unmappedIn(
  strapi: Core.Strapi,
  { place, documentId }: Entry,
  data: Row,
  how: { ours: string | null; documentOf: (shapes: Shapes) => Promise<DocumentOf> },
): Promise<string[]> {
  const { mapping, locale } = place;
  const all = unmappedShapes(mapping, schemasOf(strapi));
  const { shapes } = await shapesIn(
    strapi,
    { ...mapping, shapes: all },
    how.ours,
    locale ?? undefined,
  );
  const said = chosen(shapes, Object.keys(data));
  if (Object.keys(said).length === 0) return [];
  const row = await read(strapi, { place, documentId }, 'draft', said);
  return row ? changedBy(said, data, { row, documentOf: await how.documentOf(said) }) : [];
}

/**
 * The fields, by path, in which an entry's draft differs from what is published of it.
 * @param names of which fields that the mapping leaves to the editors; of all of them where nobody
 *   watched what editors did.
 */
export async function unpublishedIn(
  strapi: Core.Strapi,
  entry: Entry,
  names: readonly string[] | 'all',
): Promise<string[]> {
  const all = unmappedShapes(entry.place.mapping, schemasOf(strapi));
  const shapes = names === 'all' ? all : chosen(all, names);
  if (Object.keys(shapes).length === 0) return [];
  const draft = await read(strapi, entry, 'draft', shapes);
  const published = draft && (await read(strapi, entry, 'published', shapes));
  return published ? differing(readValues(shapes, draft), readValues(shapes, published)) : [];
}

/** Whether people wrote anything into an entry, in its own locale, that its mapping does not fill. */
export async function isWrittenBeside(
  strapi: Core.Strapi,
  { place: { mapping, locale }, documentId }: Entry,
): Promise<boolean> {
  const { contentTypes, components } = schemasOf(strapi);
  const schema = contentTypes[mapping.uid];
  if (!schema) return false;
  const all = wholeShapes(schema, components);
  const row = await read(strapi, { place: { mapping, locale }, documentId }, 'draft', all);
  // What all locales have in common stays where it is.
  const isMeant = locale === null ? undefined : isLocalized;
  return row !== null && isFilledBeside(mapping.shapes, { schema, components }, row, isMeant);
}

const chosen = (shapes: Shapes, names: readonly string[]): Shapes =>
  Object.fromEntries(Object.entries(shapes).filter(([name]) => names.includes(name)));

const read = (
  strapi: Core.Strapi,
  { place: { mapping, locale }, documentId }: Entry,
  status: 'draft' | 'published',
  shapes: Shapes,
): Promise<Row | null> =>
  documents(strapi, mapping.uid).findOne({
    documentId,
    status,
    ...(locale === null ? {} : { locale }),
    populate: populateOf(shapes),
  });
