import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import { sourceKeyOf, type ProjectedKey } from '../ledger/shared-documents/projected-key';
import { localeOfRelated } from '../entries/locales/locales';
import { ledgerOf } from '../ledger/ledger';
import { isSaidNo } from '../faults/refusal';
import type { Stamp } from '../projection/shared-documents/registers';
import { isLocalized } from '../mapping/model/schemas';
import type { Match } from '../mapping/model/mapping';
import { unmade } from '../projection/merge/unmade';
import type { Run } from './run';
import { calledSo } from './called-so';
import { entryKey, entryStore } from './entry-store';
import type { ProjectedDocument } from './shared-document';
import { entryRows } from '../strapi/entries';
import { schemasOf } from '../strapi/schemas';

/** On whose behalf entries are looked for and made. */
export interface EntryRequest {
  stamp: Stamp;
  /** See `localeOfMatches`. */
  locale: string | null;
  /** Whether it is only offered: then none is made where there is none. */
  isOffer: () => Promise<boolean>;
}

/**
 * The locale in which the entries of an article's relations are: its own, or the default one where it has none and
 * the type of one of them has locales.
 */
export async function localeOfMatches(
  strapi: Core.Strapi,
  matches: readonly Match[],
  locale: string | null,
): Promise<string | null> {
  const { contentTypes } = schemasOf(strapi);
  const types = matches.flatMap(({ uid }) => contentTypes[uid] ?? []);
  return types.some(isLocalized) ? localeOfRelated(strapi, locale) : locale;
}

/**
 * The entry that a relation is to lead to: the site's own where one has the value, else the one to which the value
 * led last, whatever that is called by now, else the one that was made for it, else one that is made now. What the
 * site has itself is never written to.
 * @returns null when there is none and none may be made, or the site does not take it.
 */
export async function placeMatch(
  { strapi, shared, preview }: Run,
  match: Match,
  { stamp, locale, isOffer }: EntryRequest,
): Promise<ProjectedDocument | null> {
  const schema = schemasOf(strapi).contentTypes[match.uid];
  if (!schema) throw new Error(`there is no content type ${match.uid}`);
  const place = isLocalized(schema) && locale !== null ? { locale } : {};
  const key = entryKey(match, place);
  const led: ProjectedKey = { ...key, kind: 'match' };
  const [found = null] = await calledSo(strapi, match, place);
  const { sharedDocuments } = ledgerOf(strapi);
  // Asked afterwards: one that another run made in between would be taken for the site's own.
  const known = await sharedDocuments.read([key, led]);
  const made = known.get(sourceKeyOf(key))?.documentId ?? null;
  const last = known.get(sourceKeyOf(led))?.documentId ?? null;
  if (found !== null && found !== (last ?? made) && !preview)
    await inTransaction(strapi, ({ trx }) => sharedDocuments.lead(trx, led, found));
  const entry = found ?? (await ifThere(strapi, match.uid, last, place));
  const isOwn = entry !== null && entry !== made;
  if (isOwn || !match.create) return entry === null ? null : asItIs(entry, key);
  const store = entryStore(schema, match, place);
  const wanted = { key, store, name: match.value, fields: match.create, stamp, isOffer };
  try {
    return await shared.placeNow(wanted);
  } catch (error) {
    // What the site does not take for an entry of its own must not cost the article.
    if (!isSaidNo(error)) throw error;
    return entry === null ? null : asItIs(entry, key);
  }
}

const asItIs = (documentId: string, key: ProjectedKey): ProjectedDocument => ({
  documentId,
  unmadeId: unmade(key, null),
  recreated: false,
});

/** An entry, whatever it is called by now; null where it is deleted. */
async function ifThere(
  strapi: Core.Strapi,
  uid: string,
  documentId: string | null,
  place: { locale?: string },
): Promise<string | null> {
  if (documentId === null) return null;
  const where = { documentId, ...place };
  return (await entryRows(strapi, uid).count({ where })) > 0 ? documentId : null;
}
