import type { Core } from '@strapi/types';
import { isAsWritten } from '../../projection/merge/stored-as';
import { draftOf } from './stream-draft';

/** The fields in which an article's draft has an editor's value in the place of the feed's. */
export async function heldFields(strapi: Core.Strapi, streamKey: string): Promise<string[]> {
  const { state, mapping, draft } = await draftOf(strapi, streamKey);
  if (!state?.base || !draft) return [];
  return Object.entries(state.base)
    .filter(([field]) => {
      // What the mapping named once is the editors' by now.
      if (!(field in draft)) return false;
      // What only the feed writes may read differently from what was written.
      return !mapping.clocks.includes(field) && !isAsWritten(state, field, draft[field]);
    })
    .map(([field]) => field);
}
