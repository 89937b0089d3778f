import type { Core } from '@strapi/types';
import { reasonOf, type Reason } from '../../../../shared/deliveries/reasons';
import type { Options } from '../../config/options';
import type { StreamState } from '../../projection/article/stream-state';
import { isAsWritten } from '../../projection/merge/stored-as';
import { isWrittenBeside } from '../unmapped/unmapped-fields';
import type { EntryPlace } from '../entry-place';
import { hasLocale, readEntry } from '../read-entry';

/**
 * Why an article does not follow the service into another language by itself: a person wrote, changed
 * or published something in the locale where it is, or there is a translation already in the one where
 * it would go. Null where nobody has to be asked.
 * @param place where it would go.
 */
export async function obstacleToMove(
  strapi: Core.Strapi,
  state: StreamState,
  place: EntryPlace,
  { editorEdits }: Options,
): Promise<Reason | null> {
  const { documentId, locale: from } = state;
  const { locale: to } = place;
  if (documentId === null || from === null || to === null || from === to || state.mayMove)
    return null;
  const isThere = await hasLocale(strapi, place, documentId);
  const isAsked =
    isThere || (editorEdits === 'keep' && (await isPersons(strapi, state, documentId, place)));
  return isAsked ? reasonOf('localeMoves', { from, to }) : null;
}

/** Whether a person had a part in what the article shows now. */
async function isPersons(
  strapi: Core.Strapi,
  state: StreamState,
  documentId: string,
  { mapping }: EntryPlace,
): Promise<boolean> {
  const { locale, base, publishedEffect, adoptedBy } = state;
  const here = { mapping, locale };
  const draft = await readEntry(strapi, here, documentId, 'draft');
  if (!draft) return false;
  if (adoptedBy !== null) return true;
  const isEdited = Object.keys(base ?? {}).some(
    // What only the feed writes may read differently from what was written.
    (field) => !mapping.clocks.includes(field) && !isAsWritten(state, field, draft[field]),
  );
  if (isEdited || (await isWrittenBeside(strapi, { place: here, documentId }))) return true;
  const isPublished =
    mapping.draftAndPublish && (await readEntry(strapi, here, documentId, 'published')) !== null;
  return isPublished && publishedEffect !== 'publish';
}
