import type { Core } from '@strapi/types';
import { recordOf } from '../../../../shared/records';
import { isProjection } from '../../entries/as-projection';
import { mappingOf } from '../../entries/mapping-of';
import type { Mapping } from '../../mapping/model/mapping';
import { unmappedShapes } from '../../mapping/model/unmapped';
import { isUntouched } from '../../mapping/values/saved-values';
import { entryRows, textIn } from '../../strapi/entries';
import { schemasOf } from '../../strapi/schemas';
import { watchDocuments } from '../../strapi/watch-documents';
import { choseElsewhere, type Elsewhere } from '../by-hand/chose-elsewhere';
import { whenCommitted } from './when-committed';

/** Actions that may say which articles lead to a document. */
const LINKING = new Set(['create', 'update']);

/**
 * Watches what anybody but the projection does to an article's relations from their other side: the form of a category
 * may list the articles in it. To an article it is as if it were changed in its own form.
 * @param onChange called with a stream that has something to do.
 */
export function watchOtherSide(strapi: Core.Strapi, onChange: (streamKey: string) => void): void {
  watchDocuments(strapi, async ({ uid, action, params }, next) => {
    const { data } = params;
    if (!LINKING.has(action) || !data || isProjection()) return next();
    const fields = leadingHere(strapi, uid, data);
    if (fields.length === 0) return next();
    const before = await leadingTo(strapi, params.documentId, fields);
    const result = await next();
    const after = await leadingTo(strapi, textIn(recordOf(result), 'documentId'), fields);
    const changed = [...before, ...after].filter(([key]) => !(before.has(key) && after.has(key)));
    const note = async () => {
      for (const [, one] of changed) {
        const streamKey = await choseElsewhere(strapi, one);
        if (streamKey !== null) onChange(streamKey);
      }
    };
    if (strapi.db.inTransaction()) await whenCommitted(strapi, () => note().catch(warn(strapi)));
    else await note().catch(warn(strapi));
    return result;
  });
}

const warn = (strapi: Core.Strapi) => (error: Error) => {
  strapi.log.warn(`article-receiver: an editor's work was not looked at: ${error.message}`);
};

/** The fields of articles whose other side is changed with a document of a type. */
function leadingHere(strapi: Core.Strapi, uid: string, data: Record<string, unknown>): string[] {
  const mapping = mappingOf(strapi);
  const schemas = schemasOf(strapi);
  const { attributes = {} } = schemas.contentTypes[uid] ?? {};
  const fields = Object.entries(attributes).flatMap(([name, { target, mappedBy, inversedBy }]) => {
    const field = mappedBy ?? inversedBy;
    const isSaid = data[name] !== undefined && !isUntouched(data[name]);
    return target === mapping.uid && field !== undefined && isSaid ? [field] : [];
  });
  if (fields.length === 0) return [];
  const shapes = { ...unmappedShapes(mapping, schemas), ...mapping.shapes };
  return fields.filter((field) => shapes[field]?.kind === 'relation');
}

/** The articles whose drafts lead to a document, each by what it is told by: there may be thousands. */
async function leadingTo(
  strapi: Core.Strapi,
  documentId: string | null | undefined,
  fields: readonly string[],
): Promise<Map<string, Elsewhere>> {
  const found = new Map<string, Elsewhere>();
  if (!documentId) return found;
  const { uid, draftAndPublish, missingLocale }: Mapping = mappingOf(strapi);
  const drafts = draftAndPublish ? { publishedAt: null } : {};
  const select = missingLocale === null ? [] : ['locale'];
  for (const field of fields) {
    const where = { [field]: { documentId }, ...drafts };
    const rows = await entryRows(strapi, uid).findMany({ select, where });
    for (const row of rows) {
      const locale = textIn(row, 'locale');
      const one = { documentId: row.documentId, locale, field };
      found.set([one.documentId, locale, field].join(' '), one);
    }
  }
  return found;
}
