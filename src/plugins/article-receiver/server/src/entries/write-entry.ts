import type { Core } from '@strapi/types';
import { leavesOf } from '../mapping/values/compute';
import { readValues, type Row } from '../mapping/values/read-entry';
import { dataOf } from '../mapping/values/write-entry';
import type { Fields } from '../projection/merge/merge';
import { documents } from '../strapi/documents';
import { entryRows } from '../strapi/entries';
import { inLocale, type EntryPlace } from './entry-place';
import { moveLinks } from './locales/move-links';
import { partsGone } from './unmapped/parts-gone';
import { partsOfItemsKept, withPartsOfItems } from './unmapped/parts-of-items';
import { readRow } from './read-entry';
import { writtenOnce } from './written-again';

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
  const { result: created, isAgain } = await writtenOnce(() =>
    documents(strapi, place.mapping.uid).create({ data, ...inLocale(place) }),
  );
  return asStored(strapi, place, created, isAgain);
}

/** @param isAgain whether it was written again since Strapi read it. */
async function asStored(
  strapi: Core.Strapi,
  place: EntryPlace,
  written: Row & { documentId: string },
  isAgain: boolean,
): Promise<WrittenEntry> {
  const { documentId } = written;
  // Strapi gives components back only to those who ask for them.
  const isPartial = isAgain || hasParts(place);
  const row = isPartial ? await readRow(strapi, place, documentId, 'draft') : written;
  return { documentId, stored: ownValues(place, row ?? written) };
}

const hasParts = ({ mapping: { shapes } }: EntryPlace): boolean =>
  Object.values(shapes).some(({ kind }) => kind === 'component' || kind === 'list');

/** What an entry has in its own fields and components once it is written; not the files and entries that it leads to. */
function ownValues({ mapping: { shapes } }: EntryPlace, row: Row): Fields {
  const leaves = leavesOf(shapes);
  const there = Object.entries(shapes).filter(([name]) => row[name] !== undefined);
  const own = Object.entries(readValues(Object.fromEntries(there), row)).filter(([path]) =>
    ['scalar', 'list'].includes(leaves.get(path)?.kind ?? ''),
  );
  return Object.fromEntries(own);
}

/**
 * @param updatedBy the administrator who has it written; null for the service.
 * @throws Error when the entry is gone: Strapi itself says nothing then.
 */
export async function updateEntry(
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
  values: Fields,
  updatedBy: number | null = null,
): Promise<WrittenEntry> {
  const unchanged = { documentId, stored: {} };
  if (Object.keys(values).length === 0) return unchanged;
  const { mapping } = place;
  const gone = new Error(`entry ${documentId} disappeared while it was being written`);
  const whole = withPartsOfItems(strapi, place);
  const row = hasParts(place) ? await readRow(strapi, whole, documentId, 'draft') : {};
  if (!row) throw gone;
  const without = await partsGone(strapi, place, documentId, { write: values, row });
  const there = { gone: without, kept: partsOfItemsKept(strapi, mapping, row) };
  const data = dataOf(mapping.shapes, values, row, there);
  if (Object.keys(data).length === 0) return unchanged;
  const { result: updated, isAgain } = await writtenOnce(() =>
    documents(strapi, mapping.uid).update({
      documentId,
      ...inLocale(place),
      data: { ...data, updatedBy },
    }),
  );
  if (!updated) throw gone;
  return asStored(strapi, place, updated, isAgain);
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

/** Puts an entry with all that it has into another locale, where it is not yet, and has it lead to what is there. */
export async function moveLocale(
  strapi: Core.Strapi,
  { mapping, locale }: EntryPlace,
  documentId: string,
  from: string,
): Promise<void> {
  const where = { documentId, locale: from };
  const rows = await entryRows(strapi, mapping.uid).findMany({ select: [], where });
  await entryRows(strapi, mapping.uid).updateMany({ where, data: { locale } });
  const ids = rows.map(({ id }) => id);
  await moveLinks(strapi, mapping.uid, ids, { locale, isVersion: mapping.draftAndPublish });
}
