import type { Core } from '@strapi/types';
import { recordOf } from '../../../../shared/records';
import { isProjection } from '../../entries/as-projection';
import { mappingOf } from '../../entries/mapping-of';
import { ledgerOf } from '../../ledger/ledger';
import type { Mapping } from '../../mapping/model/mapping';
import { inverseShapes, unmappedShapes } from '../../mapping/model/unmapped';
import { isUntouched } from '../../mapping/values/saved-values';
import { entryRows, textIn } from '../../strapi/entries';
import { schemasOf } from '../../strapi/schemas';
import { watchDocuments } from '../../strapi/watch-documents';
import { choseElsewhere, publishedElsewhere, type Elsewhere } from '../by-hand/chose-elsewhere';
import { whenCommitted } from './when-committed';
import { explain } from '../../faults/explain';

/** Actions that may say which articles lead to a document. */
const LINKING = new Set(['create', 'update']);

/** Actions after which nothing may be left in an article that is not public. */
const SETTLING = new Set(['publish', 'delete']);

/**
 * Watches what anybody but the projection does to an article's relations from their other side: the form of a category
 * may list the articles in it. To an article it is as if it were changed in its own form. What is chosen there is
 * public once the category is.
 * @param onChange called with a stream that has something to do.
 */
export function watchOtherSide(strapi: Core.Strapi, onChange: (streamKey: string) => void): void {
  const afterwards = async (
    all: readonly Elsewhere[],
    look: (strapi: Core.Strapi, one: Elsewhere) => Promise<string | null>,
  ): Promise<void> => {
    const looks = async () => {
      for (const one of all) {
        const streamKey = await look(strapi, one);
        if (streamKey !== null) onChange(streamKey);
      }
    };
    if (strapi.db.inTransaction()) await whenCommitted(strapi, () => looks().catch(warn(strapi)));
    else await looks().catch(warn(strapi));
  };

  watchDocuments(strapi, async ({ uid, action, params }, next) => {
    if (isProjection()) return next();
    const { data, documentId } = params;
    if (SETTLING.has(action)) {
      const { fields, inverse } = leadingHere(strapi, uid);
      const held = await heldFor(strapi, documentId, [...fields, ...inverse]);
      const result = await next();
      await afterwards(held, publishedElsewhere);
      return result;
    }
    if (!LINKING.has(action) || !data) return next();
    const { fields, inverse } = leadingHere(strapi, uid, data);
    if (fields.length + inverse.length === 0) return next();
    const held = await heldFor(strapi, documentId, inverse);
    const before = await leadingTo(strapi, documentId, fields, DRAFTS);
    const result = await next();
    await afterwards(held, publishedElsewhere);
    const after = await leadingTo(strapi, textIn(recordOf(result), 'documentId'), fields, DRAFTS);
    const changed = [...before, ...after].filter(([key]) => !(before.has(key) && after.has(key)));
    await afterwards(
      changed.map(([, one]) => one),
      choseElsewhere,
    );
    return result;
  });
}

const warn = (strapi: Core.Strapi) => (error: unknown) => {
  strapi.log.warn(`article-receiver: an editor's work was not looked at: ${explain(error)}`);
};

/**
 * The fields of articles whose other side is in a type; apart from them, those that are stored with that: of what is
 * chosen there, nothing is an article's editors'.
 * @param data of a document: those that it changes.
 */
function leadingHere(
  strapi: Core.Strapi,
  uid: string,
  data?: Record<string, unknown>,
): Record<'fields' | 'inverse', string[]> {
  const mapping = mappingOf(strapi);
  const schemas = schemasOf(strapi);
  const { attributes = {} } = schemas.contentTypes[uid] ?? {};
  const fields = Object.entries(attributes).flatMap(([name, { target, mappedBy, inversedBy }]) => {
    const field = mappedBy ?? inversedBy;
    const isMeant = !data || (data[name] !== undefined && !isUntouched(data[name]));
    return target === mapping.uid && field !== undefined && isMeant ? [field] : [];
  });
  if (fields.length === 0) return { fields, inverse: [] };
  const shapes = { ...unmappedShapes(mapping, schemas), ...mapping.shapes };
  const others = inverseShapes(mapping, schemas);
  return {
    fields: fields.filter((field) => shapes[field]?.kind === 'relation'),
    inverse: fields.filter((field) => Object.hasOwn(others, field)),
  };
}

/** The articles whose publication is held, and that lead to a document or are known to readers to do so. */
async function heldFor(
  strapi: Core.Strapi,
  documentId: string | undefined,
  fields: readonly string[],
): Promise<Elsewhere[]> {
  if (!documentId || fields.length === 0) return [];
  const { waiting, documents } = ledgerOf(strapi);
  const streamKeys = (await waiting.deliveries()).flatMap(({ reasonCode, streamKey }) =>
    reasonCode === 'publicationHeld' && streamKey !== null ? [streamKey] : [],
  );
  if (streamKeys.length === 0) return [];
  const held = new Set(
    [...(await documents.of(streamKeys)).values()].map((document) => document.documentId),
  );
  const all = await leadingTo(strapi, documentId, fields, {});
  return [...all.values()].filter((one) => held.has(one.documentId));
}

const DRAFTS = { publishedAt: null };

/**
 * The articles that lead to a document, each by what it is told by: there may be thousands.
 * @param versions which of their versions count, on a type with drafts.
 */
async function leadingTo(
  strapi: Core.Strapi,
  documentId: string | null | undefined,
  fields: readonly string[],
  versions: object,
): Promise<Map<string, Elsewhere>> {
  const found = new Map<string, Elsewhere>();
  if (!documentId) return found;
  const { uid, draftAndPublish, missingLocale }: Mapping = mappingOf(strapi);
  const counting = draftAndPublish ? versions : {};
  const select = missingLocale === null ? [] : ['locale'];
  for (const field of fields) {
    const where = { [field]: { documentId }, ...counting };
    const rows = await entryRows(strapi, uid).findMany({ select, where });
    for (const row of rows) {
      const locale = textIn(row, 'locale');
      const one = { documentId: row.documentId, locale, field };
      found.set([one.documentId, locale, field].join(' '), one);
    }
  }
  return found;
}
