import type { Core } from '@strapi/types';
import { readEntry } from '../../entries/read-entry';
import { mappingOf } from '../../entries/mapping-of';
import { ledgerOf } from '../../ledger/ledger';
import { baseAfterDrop } from '../../projection/merge/field-history';
import { underLock } from '../under-lock';

/**
 * Discards an editor's unpublished changes, so that the draft is what is published. The service's older texts that
 * come back with that are nobody's edit.
 */
export const dropChanges = (
  strapi: Core.Strapi,
  documentId: string,
  drop: () => Promise<unknown>,
): Promise<unknown> =>
  underLock(strapi, documentId, async (locked) => {
    if (locked === null) return drop();
    const { stream } = locked;
    const place = { mapping: mappingOf(strapi), locale: stream.locale };
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
