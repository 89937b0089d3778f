import type { Core } from '@strapi/types';
import { inTransaction } from '../../database/transaction';
import type { EntryPlace } from '../../entries/entry-place';
import { defaultLocale } from '../../entries/locales/locales';
import { mappingOf } from '../../entries/mapping-of';
import { hasLocale, readEntry } from '../../entries/read-entry';
import { sharedShapes } from '../../entries/locales/shapes-in';
import { ledgerOf } from '../../ledger/ledger';
import { broughtBack } from '../../projection/merge/field-history';
import type { Fields, Hashes } from '../../projection/merge/merge';
import type { NamedLocales } from '../../strapi/watch-documents';
import { lookAgain } from '../look-again';
import { underLock } from '../under-lock';

/** What somebody does to an entry. */
interface Work {
  documentId: string;
  action: 'update' | 'discardDraft';
  locale: NamedLocales;
}

/** What the feed's article has of the fields that all locales share, before something is done to a translation. */
interface SharedBefore {
  streamKey: string;
  place: EntryPlace;
  draft: Fields;
  /** Hashes of what the projection had written last. */
  written: Hashes;
}

/**
 * Looks at the feed's article before somebody begins a translation of it, or discards their changes in one. Strapi
 * then takes the fields that all locales share from the form, or from what is published, and writes them into every
 * locale, the article's own included.
 * @returns null where nothing of that can be the feed's.
 */
export async function seeShared(
  strapi: Core.Strapi,
  { documentId, action, locale: named }: Work,
): Promise<SharedBefore | null> {
  const mapping = mappingOf(strapi);
  if (mapping.missingLocale === null) return null;
  const shapes = sharedShapes(strapi, mapping);
  if (Object.keys(shapes).length === 0) return null;
  const theirs = [named || (await defaultLocale(strapi))].flat();
  return underLock(strapi, documentId, async (locked) => {
    if (locked === null) return null;
    const { streamKey, targetUid, base, locale } = locked.stream;
    if (targetUid !== mapping.uid || base === null) return null;
    if (theirs.every((one) => one === locale)) return null;
    const translation = { mapping, locale: theirs.join() };
    if (action === 'update' && (await hasLocale(strapi, translation, documentId))) return null;
    const place = { mapping: { ...mapping, shapes }, locale };
    const draft = await readEntry(strapi, place, documentId, 'draft');
    return draft && { streamKey, place, draft, written: base };
  });
}

/**
 * Records that older values of the service that came back that way are nobody's edit, so that they make way for its
 * newest ones.
 * @returns the stream to run; null where nothing came back.
 */
export async function keepShared(
  strapi: Core.Strapi,
  documentId: string,
  { streamKey, place, draft: before, written }: SharedBefore,
): Promise<string | null> {
  return inTransaction(strapi, async ({ trx }) => {
    const { streams } = ledgerOf(strapi);
    const stream = await streams.lock(trx, streamKey);
    const after = await readEntry(strapi, place, documentId, 'draft');
    if (after === null || stream.base === null || stream.locale !== place.locale) return null;
    const hashes = { before: written, now: stream.base };
    const back = broughtBack({ before, after }, hashes, stream.history);
    if (Object.keys(back).length === 0) return null;
    await streams.save({ ...stream, base: { ...stream.base, ...back } });
    return (await lookAgain(strapi, streamKey)) ? streamKey : null;
  });
}
