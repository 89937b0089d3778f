import type { Core } from '@strapi/types';
import type { Shapes } from '../mapping/model/mapping';
import { populateOf, readValues, type Row } from '../mapping/values/read-entry';
import type { Fields } from '../projection/merge/merge';
import { askedTogether } from '../run-context/looks';
import { documents } from '../strapi/documents';
import { entryRows, OLDEST_FIRST, populateRows, type EntryRow } from '../strapi/entries';
import { inLocale, type EntryPlace } from './entry-place';

type Version = 'draft' | 'published';

/** The versions of an entry as Strapi gives them; null where there is none. */
type Versions = Record<Version, Row | null>;

/** Versions of an entry, to be read. */
interface Wanted {
  place: EntryPlace;
  documentId: string;
  /** Without it, both. */
  version?: Version;
}

/** A version of an entry as Strapi gives it; null when there is none. */
export const readRow = async (
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  version: Version,
): Promise<Row | null> => (await askVersions(strapi, { place, documentId, version }))[version];

/** The Document Service reads one version at a time, and with each all that it leads to. */
const askVersions = askedTogether(async (strapi: Core.Strapi, asked: readonly Wanted[]) => {
  const found = new Map<string, Row>();
  const kinds = new Map(asked.map((one) => [kindOf(one), one]));
  for (const [kind, { place, version }] of kinds) {
    const { uid, draftAndPublish } = place.mapping;
    const ids = asked.filter((one) => kindOf(one) === kind).map(({ documentId }) => documentId);
    const versionOf = (row: EntryRow): Version =>
      draftAndPublish && row.publishedAt ? 'published' : 'draft';
    const rows = await entryRows(strapi, uid).findMany({
      where: {
        documentId: { $in: [...new Set(ids)] },
        ...inLocale(place),
        ...(draftAndPublish && version ? IS[version] : {}),
      },
      orderBy: { id: 'desc' },
      populate: populateRows(strapi, uid, populateOf(place.mapping.shapes)),
    });
    // Of several rows, which there should not be, the first.
    for (const row of rows) found.set(`${kind} ${row.documentId} ${versionOf(row)}`, row);
  }
  return (one: Wanted): Versions => {
    const rowOf = (version: Version) =>
      found.get(`${kindOf(one)} ${one.documentId} ${version}`) ?? null;
    return { draft: rowOf('draft'), published: rowOf('published') };
  };
});

const IS: Record<Version, object> = {
  draft: { publishedAt: { $null: true } },
  published: { publishedAt: { $notNull: true } },
};

/** What is read in one go: entries of a type with the same parts. */
const kindOf = ({ place: { mapping, locale }, version }: Wanted): string =>
  [mapping.uid, locale ?? '', version ?? '', partsOf(mapping.shapes)].join(' ');

/** What is read along with an entry, as a text. */
function partsOf(shapes: Shapes): string {
  const known = PARTS.get(shapes) ?? JSON.stringify(populateOf(shapes));
  PARTS.set(shapes, known);
  return known;
}

/** All looks at a type ask by the site's mapping, again and again. */
const PARTS = new WeakMap<Shapes, string>();

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

/** When an entry was changed last, in epoch ms; NaN where nothing says so. */
export const changedAtOf = ({ updatedAt }: Row): number =>
  updatedAt instanceof Date ? +updatedAt : Date.parse(String(updatedAt));

const toDraft = ({ mapping }: EntryPlace, row: Row): DatedDraft => ({
  draft: readValues(mapping.shapes, row),
  changedAt: changedAtOf(row),
});

/** A draft in the form in which the projection writes it; null when there is none. */
export async function readDraft(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<DatedDraft | null> {
  const row = await readRow(strapi, place, documentId, 'draft');
  return row && toDraft(place, row);
}

/** A draft, and what is published of it: null where nothing is, and in types without drafts. */
interface DatedVersions extends DatedDraft {
  published: Fields | null;
}

/** Both versions of an entry in the form in which the projection writes them; null without a draft. */
export async function readVersions(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<DatedVersions | null> {
  const { draft, published } = await askVersions(strapi, { place, documentId });
  if (!draft) return null;
  return {
    ...toDraft(place, draft),
    published: published && readValues(place.mapping.shapes, published),
  };
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
    ...inLocale(place),
    ...(mapping.draftAndPublish ? { status: 'draft' } : {}),
    populate: populateOf(mapping.shapes),
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
    orderBy: OLDEST_FIRST,
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
