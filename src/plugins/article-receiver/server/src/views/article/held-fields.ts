import type { Core } from '@strapi/types';
import { isAsWritten } from '../../projection/merge/stored-as';
import { bereftFields } from '../../write/bereft-fields';
import { draftOf } from './stream-draft';

/** The fields in which an article's draft has an editor's value in the place of the feed's. */
export async function heldFields(strapi: Core.Strapi, streamKey: string): Promise<string[]> {
  const { state, mapping, draft } = await draftOf(strapi, streamKey);
  if (!state?.base || !draft) return [];
  const differing = Object.keys(state.base).filter((field) => {
    // What the mapping named once is the editors' by now.
    if (!(field in draft)) return false;
    // What only the feed writes may read differently from what was written.
    return !mapping.clocks.includes(field) && !isAsWritten(state, field, draft[field]);
  });
  if (differing.length === 0) return [];
  const place = { mapping, locale: state.locale };
  const bereft = await bereftFields(strapi, draft, { state, place, recreated: new Set() });
  return differing.filter((field) => !bereft.has(field));
}
