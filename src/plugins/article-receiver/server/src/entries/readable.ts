import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import type { StreamDocument } from '../ledger/streams/documents';
import { mappingOf } from './mapping-of';

/** Whether whoever asks may do something with a field of one of some entries. */
export type MayField = (documentId: string, field: string) => boolean;

/** What of some entries whoever asks may read. */
export interface Reader {
  /** Those of them in which they may read anything, by documentId. */
  allowed(documents: readonly StreamDocument[]): Promise<Set<string>>;
  fieldsOf(documents: readonly StreamDocument[]): Promise<MayField>;
}

/** What is known of an article besides its entry, and has a field there all the same. */
type KnownAs = 'title' | 'sourceId';

/** The field of an entry that has it; null where its type has none. */
export function fieldFor(strapi: Core.Strapi, uid: string, what: KnownAs): string | null {
  if (uid === UIDS.article) return what;
  const mapping = mappingOf(strapi);
  return mapping.uid === uid ? mapping[what] : null;
}

/**
 * Whether somebody who may read an entry may be told this of it. What is no field of its type is for
 * whoever may read anything of the entry.
 */
export function mayTell(
  strapi: Core.Strapi,
  mayRead: MayField,
  { documentId, contentType }: StreamDocument,
  what: KnownAs,
): boolean {
  const field = fieldFor(strapi, contentType, what);
  return field === null || mayRead(documentId, field);
}
