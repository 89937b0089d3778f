import type { Core } from '@strapi/types';
import { inLocale, type EntryPlace } from '../../entries/entry-place';
import { defaultLocale } from '../../entries/locales/locales';
import { mappingOf } from '../../entries/mapping-of';
import { readEntry } from '../../entries/read-entry';
import { ledgerOf } from '../../ledger/ledger';
import { baseAfterDrop } from '../../projection/merge/field-history';
import { entryRows } from '../../strapi/entries';
import type { NamedLocales } from '../../strapi/watch-documents';
import { underLock } from '../under-lock';

/**
 * Discards an editor's unpublished changes, so that the draft is what is published. The service's older texts that
 * come back with that are nobody's edit. Where the article has been taken offline since the editor saw it, its
 * draft stays as it is: Strapi would delete it (5.54.0: core/…/document-service/repository, discardDraft).
 * @returns Strapi's answer.
 */
export const dropChanges = (
  strapi: Core.Strapi,
  { documentId, locale }: { documentId: string; locale: NamedLocales },
  drop: () => Promise<unknown>,
): Promise<unknown> =>
  underLock(strapi, documentId, async (locked) => {
    if (locked === null) return drop();
    const { stream } = locked;
    const place = { mapping: mappingOf(strapi), locale: stream.locale };
    const isOurs =
      place.locale === null || (locale || (await defaultLocale(strapi))) === place.locale;
    if (isOurs && !(await isPublished(strapi, place, documentId)))
      return { documentId, entries: [] };
    const draft = () => readEntry(strapi, place, documentId, 'draft');
    const before = await draft();
    const result = await drop();
    const after = await draft();
    if (before && after && stream.base) {
      const base = baseAfterDrop({ before, after }, stream.base, stream.history);
      await ledgerOf(strapi).streams.save({ ...stream, base });
    }
    return result;
  });

const isPublished = async (
  strapi: Core.Strapi,
  place: EntryPlace,
  documentId: string,
): Promise<boolean> => {
  const where = { documentId, publishedAt: { $notNull: true }, ...inLocale(place) };
  return (await entryRows(strapi, place.mapping.uid).count({ where })) > 0;
};
