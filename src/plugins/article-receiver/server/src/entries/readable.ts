import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import type { StreamDocument } from '../ledger/streams/documents';
import { mappingOf } from './mapping-of';

/** Whether whoever asks may do something with a field of one of some entries; with anything in it where none is named. */
export type MayField = (documentId: string, field?: string) => boolean;

/** Tells which fields of which of some entries whoever asks may read. */
export type FieldsOf = (documents: readonly StreamDocument[]) => Promise<MayField>;

/** What is known of an article besides its entry, and has a field there all the same. */
type KnownAs = 'title' | 'sourceId';

/** The field of an entry that has it; null where its type has none. */
export function fieldFor(strapi: Core.Strapi, uid: string, what: KnownAs): string | null {
  if (uid === UIDS.article) return what;
  const mapping = mappingOf(strapi);
  return mapping.uid === uid ? mapping[what] : null;
}

/** Whether somebody may be told this of an entry. What is no field of its type is for whoever may read anything in it. */
export function mayTell(
  strapi: Core.Strapi,
  mayRead: MayField,
  { documentId, contentType }: StreamDocument,
  what: KnownAs,
): boolean {
  return mayRead(documentId, fieldFor(strapi, contentType, what) ?? undefined);
}
