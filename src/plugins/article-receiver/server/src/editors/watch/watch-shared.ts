import type { Core } from '@strapi/types';
import { isRecord, without } from '../../../../shared/records';
import { UIDS } from '../../content-types/uids';
import { joinTransaction } from '../../database/transaction';
import { isProjection } from '../../entries/as-projection';
import { defaultLocale } from '../../entries/locales/locales';
import { mappingOf } from '../../entries/mapping-of';
import { changedAtOf } from '../../entries/read-entry';
import { notBefore, timeAfter } from '../../entries/write-time';
import { ledgerOf } from '../../ledger/ledger';
import {
  localeOfEntry,
  sourceKeyOf,
  type ProjectedKey,
} from '../../ledger/shared-documents/projected-key';
import { hasDrafts, isLocalized } from '../../mapping/model/schemas';
import { staleInShared } from '../../projection/shared-documents/stale-save';
import { entryRows } from '../../strapi/entries';
import { schemasOf } from '../../strapi/schemas';
import { watchDocuments } from '../../strapi/watch-documents';
import { openedAt } from '../by-hand/opened-at';
import type { Save } from '../by-hand/keep-newer';
import { slugsBroughtBack } from '../by-hand/slugs-brought-back';

/** The plugin's own types that deliveries of several articles fill together. */
const KINDS: Readonly<Record<string, ProjectedKey['kind']>> = {
  [UIDS.campaign]: 'campaign',
  [UIDS.tag]: 'tag',
  [UIDS.mediaAsset]: 'media-asset',
};

/** What the documents of a type are to the feed; articles may lead to any of the site's own types. */
function kindOf(strapi: Core.Strapi, uid: string): ProjectedKey['kind'] | null {
  const { uid: articles } = mappingOf(strapi);
  if (uid in KINDS) return KINDS[uid] ?? null;
  return articles === UIDS.article || uid === articles ? null : 'entry';
}

/**
 * Watches what anybody but the projection does to documents that several articles share: a form that was opened
 * before a delivery came must not bring back what that replaced.
 */
export function watchShared(strapi: Core.Strapi): void {
  watchDocuments(strapi, async (act, next) => {
    const { documentId, data, locale } = act.params;
    if (act.action !== 'update' || !documentId || !data || isProjection()) return next();
    const kind = kindOf(strapi, act.uid);
    if (kind === null) return next();
    const named = typeof locale === 'string' && locale !== '' ? { locale } : {};
    const save = { uid: act.uid, kind, documentId, data, ...named };
    return withoutStale(strapi, save, (wanted) => {
      act.params = { ...act.params, data: wanted };
      return next();
    });
  });
}

interface SharedSave extends Save {
  uid: string;
  kind: ProjectedKey['kind'];
}

/** Saves all but stale values of the feed's, under the lock under which deliveries write to the document. */
async function withoutStale(
  strapi: Core.Strapi,
  save: SharedSave,
  carryOut: (data: Save['data']) => Promise<unknown>,
): Promise<unknown> {
  const { uid, documentId, data, kind } = save;
  const { sharedDocuments } = ledgerOf(strapi);
  const keys = await sharedDocuments.keysOf(kind, documentId);
  if (keys.length === 0) return carryOut(data);
  const isLocal = keys.some(localeOfEntry);
  const locale = isLocal ? (save.locale ?? (await defaultLocale(strapi))) : null;
  return joinTransaction(strapi, async ({ trx }) => {
    await sharedDocuments.open(trx, keys);
    const states = await sharedDocuments.lock(trx, keys);
    const place = locale === null ? {} : { locale };
    const current = await draftOf(strapi, save, place);
    const seen = openedAt(strapi, documentId, data);
    const stale = keys.flatMap((key) => {
      const state = states.get(sourceKeyOf(key));
      if (!state) return [];
      // Of another locale than the form's, what all locales have in common.
      const isOther = ![null, locale].includes(localeOfEntry(key));
      const shown = Object.keys(state.registers).filter(
        (field) => !isOther || !isLocalized(attributeOf(strapi, uid, field)),
      );
      const values = Object.fromEntries(
        shown.flatMap((field) =>
          field in data && !isReference(data[field]) ? [[field, data[field]]] : [],
        ),
      );
      return staleInShared({ values, current, ...seen }, state);
    });
    const back = await slugsBroughtBack(
      strapi,
      { uid, documentId, data, ...place },
      { keys, current },
    );
    return notBefore(timeAfter(changedAtOf(current)), () =>
      carryOut(without(data, [...stale, ...back])),
    );
  });
}

const attributeOf = (strapi: Core.Strapi, uid: string, field: string) =>
  schemasOf(strapi).contentTypes[uid]?.attributes[field] ?? {};

/** What editors change of a document. */
async function draftOf(
  strapi: Core.Strapi,
  { uid, documentId }: SharedSave,
  place: { locale?: string },
) {
  const schema = schemasOf(strapi).contentTypes[uid];
  const drafts = schema && hasDrafts(schema) ? { publishedAt: null } : {};
  const where = { documentId, ...drafts, ...place };
  return { ...(await entryRows(strapi, uid).findOne({ where })) };
}

/** A file or an entry, which a form sends in words of its own. */
const isReference = (value: unknown): boolean => isRecord(value) || Array.isArray(value);
