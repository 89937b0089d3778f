import type { Core } from '@strapi/types';
import { changedBy, differing, rootOf } from '../../mapping/values/changes';
import { listsApart, listsIn } from '../../mapping/values/list-parts';
import { populateOf, readValues, type Row } from '../../mapping/values/read-entry';
import { isUntouched, savedValues, type DocumentOf } from '../../mapping/values/saved-values';
import type { Mapping, Shape, Shapes } from '../../mapping/model/mapping';
import { isFilledBeside } from '../../mapping/values/beside-mapping';
import { isLocalized } from '../../mapping/model/schemas';
import {
  inverseShapes,
  unmappedShapes,
  wholeShapes,
  withWholeLists,
} from '../../mapping/model/unmapped';
import type { Fields } from '../../projection/merge/merge';
import { documents } from '../../strapi/documents';
import { schemasOf } from '../../strapi/schemas';
import { sharedShapes } from '../locales/shapes-in';

/** An entry of a type of the site's own, in a locale. */
interface Entry {
  place: { mapping: Pick<Mapping, 'uid' | 'shapes' | 'draftAndPublish'>; locale: string | null };
  documentId: string;
}

/**
 * The fields that the mapping leaves to the editors, of one that somebody saves.
 * @param how whether they save it in another locale than the entry's: that says something only of what all locales share.
 * @returns the names of those that the save changes.
 */
export async function unmappedIn(
  strapi: Core.Strapi,
  { place, documentId }: Entry,
  data: Row,
  how: { isTranslation: boolean; documentOf: (shapes: Shapes) => Promise<DocumentOf> },
): Promise<string[]> {
  const { mapping } = place;
  const { inverse, lists, ...beside } = besides(strapi, mapping);
  const touched = Object.keys(inverse).filter((name) => !isUntouched(data[name]));
  const fields = { ...beside.fields, ...chosen(inverse, touched) };
  const saidOf = (all: Shapes) => {
    const { uid } = mapping;
    const shapes = how.isTranslation ? sharedShapes(strapi, { uid, shapes: all }) : all;
    return chosen(shapes, Object.keys(data));
  };
  const look = async (said: Shapes, changed: (row: Row, documentOf: DocumentOf) => string[]) => {
    if (Object.keys(said).length === 0) return [];
    const row = await read(strapi, { place, documentId }, 'draft', said);
    return row ? changed(row, await how.documentOf(said)) : [];
  };
  const said = saidOf(fields);
  const saidLists = saidOf(lists);
  return [
    ...(await look(said, (row, documentOf) => changedBy(said, data, { row, documentOf }))),
    ...(await look(saidLists, (row, documentOf) => {
      const saved = savedValues(saidLists, data, { row, documentOf });
      return listsApart(mapping.shapes, saved, readValues(saidLists, row)).map(rootOf);
    })),
  ];
}

interface HowUnpublished {
  write?: Fields;
  isMeant?: (path: string, value: unknown) => boolean;
}

/**
 * The fields, by path, in which an entry's draft differs from what is published of it.
 * @param names of which fields that the mapping leaves to the editors; of all of them where nobody
 *   watched what editors did.
 * @param how what is about to be written into the draft, by path, and which values of fields count: all of them
 *   where nothing is said.
 */
export async function unpublishedIn(
  strapi: Core.Strapi,
  entry: Entry,
  names: readonly string[] | 'all',
  { write = {}, isMeant = () => true }: HowUnpublished = {},
): Promise<string[]> {
  const { mapping } = entry.place;
  const all = besides(strapi, mapping);
  const wanted = (shapes: Shapes) => (names === 'all' ? shapes : chosen(shapes, names));
  const inverse = names === 'all' ? {} : chosen(all.inverse, names);
  const [fields, lists] = [{ ...wanted(all.fields), ...inverse }, wanted(all.lists)];
  const shapes = joined(fields, lists);
  if (Object.keys(shapes).length === 0) return [];
  const draft = await read(strapi, entry, 'draft', shapes);
  const published = draft && (await read(strapi, entry, 'published', shapes));
  if (!published) return [];
  const valuesOf = (row: Row) => [readValues(fields, row), readValues(lists, row)] as const;
  const [[now, listsNow], [before, listsBefore]] = [valuesOf(draft), valuesOf(published)];
  const meant = differing(now, before).filter((path) => isMeant(path, now[path]));
  return [...meant, ...listsApart(mapping.shapes, listsNow, listsBefore, write)];
}

/**
 * What a mapping leaves to the editors: fields, and the lists that it fills in part, whole; apart from them, the
 * relations that are theirs only where they change them in the article's form.
 */
function besides(
  strapi: Core.Strapi,
  mapping: Entry['place']['mapping'],
): Record<'fields' | 'lists' | 'inverse', Shapes> {
  const schemas = schemasOf(strapi);
  const fields = unmappedShapes(mapping, schemas);
  const lists = mapping.draftAndPublish ? listsIn(withWholeLists(mapping, schemas).shapes) : {};
  return { fields, lists, inverse: inverseShapes(mapping, schemas) };
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

/** What either of two is about, to be read at once: a component may have fields and lists in it. */
const joined = (fields: Shapes, lists: Shapes): Shapes => ({
  ...fields,
  ...Object.fromEntries(
    Object.entries(lists).map(([name, shape]): [string, Shape] => {
      const other = fields[name];
      return shape.kind === 'component' && other?.kind === 'component'
        ? [name, { kind: 'component', fields: joined(other.fields, shape.fields) }]
        : [name, shape];
    }),
  ),
});

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
