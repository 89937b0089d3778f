import type { Core } from '@strapi/types';
import { inParts } from '../../database/sql';
import { ledgerOf } from '../../ledger/ledger';
import { entryRows, textIn } from '../../strapi/entries';
import { defaultLocale } from './locales';
import { mappingOf } from '../mapping-of';

/**
 * Where a site turns the localization of its type on or off, Strapi gives all entries the default locale as it
 * starts, or takes theirs (5.54.0: core/migrations/i18n). Articles go on where they are: taken for one that is
 * elsewhere, each would be adopted as if a person had made it, and nothing new be written into it.
 */
export async function followLocalization(strapi: Core.Strapi): Promise<void> {
  const { uid, missingLocale } = mappingOf(strapi);
  const { documents } = ledgerOf(strapi);
  if (missingLocale === null) return documents.forgetLocales(uid);
  const unplaced = await documents.withoutLocale(uid);
  if (unplaced.length === 0) return;
  const own = await defaultLocale(strapi);
  for (const documentIds of inParts(unplaced)) {
    const locales = await localesOf(strapi, { uid, own }, documentIds);
    for (const locale of new Set(locales.values())) {
      await documents.putInto(
        locale,
        documentIds.filter((id) => locales.get(id) === locale),
      );
    }
  }
}

/** The locale of each of some documents that are there. @param type.own of several, that one. */
async function localesOf(
  strapi: Core.Strapi,
  { uid, own }: { uid: string; own: string },
  documentIds: readonly string[],
): Promise<Map<string, string>> {
  const where = { documentId: { $in: documentIds } };
  const locales = new Map<string, string>();
  for (const row of await entryRows(strapi, uid).findMany({ select: ['locale'], where })) {
    const locale = textIn(row, 'locale');
    if (locale !== null && locales.get(row.documentId) !== own) locales.set(row.documentId, locale);
  }
  return locales;
}
