import type { Core } from '@strapi/types';
import type { Shapes } from '../mapping/model/mapping';
import { populateOf, readValues, type Row } from '../mapping/values/read-entry';
import type { Fields } from '../projection/merge/merge';
import { askedTogether } from '../run-context/looks';
import { documents } from '../strapi/documents';
import { entryRows, type EntryRow } from '../strapi/entries';
import { inLocale, type EntryPlace } from './entry-place';

type Version = 'draft' | 'published';

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

/** What is read in one go: entries of a type with the same parts. */
const kindOf = ({ place: { mapping, locale }, version }: Wanted): string =>
  [mapping.uid, locale ?? '', version, partsOf(mapping.shapes)].join(' ');

/** What is read along with an entry, as a text. */
function partsOf(shapes: Shapes): string {
  const known = PARTS.get(shapes) ?? JSON.stringify(populateOf(shapes));
  PARTS.set(shapes, known);
  return known;
}

/** All looks at a type ask by the site's mapping, again and again. */
const PARTS = new WeakMap<Shapes, string>();

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

export interface DatedDraft {
  draft: Fields;
  /** When it was changed last, in epoch ms; NaN where nothing says so. */
  changedAt: number;
}

/** A draft in the form in which the projection writes it; null when there is none. */
export async function readDraft(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<DatedDraft | null> {
  const row = await readRow(strapi, place, documentId, 'draft');
  if (!row) return null;
  const { updatedAt } = row;
  const changedAt = updatedAt instanceof Date ? +updatedAt : Date.parse(String(updatedAt));
  return { draft: readValues(place.mapping.shapes, row), changedAt };
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

/** Whether an entry is there in a locale. */
export const hasLocale = async (
  strapi: Core.Strapi,
  { mapping, locale }: EntryPlace,
  documentId: string,
): Promise<boolean> =>
  (await entryRows(strapi, mapping.uid).count({ where: { documentId, locale } })) > 0;
