import type { Core } from '@strapi/types';
import { inSavepoint } from '../database/savepoint';
import { isSaidNo } from '../faults/refusal';
import { ledgerOf } from '../ledger/ledger';
import type { ProjectedKey } from '../ledger/shared-documents/projected-key';
import { hasTagSlugBefore, slugsOfTag } from '../projection/shared-documents/tag-name';

/** The slugs of one kind of shared documents, which are made from their names. */
export interface Slugs {
  /** The most characters that one may have. */
  longest?: number;
  /** The documents that have a slug, with the names that they have now. */
  holders(slug: string): Promise<{ documentId: string; name: string }[]>;
  /** Under which key the feed's document of a name is known. */
  keyOf(name: string): ProjectedKey;
  give(documentId: string, slug: string): Promise<unknown>;
}

/**
 * The slug of a new document. Of several whose names lead to the same one, which has it depends on their
 * names alone: another one of the feed's makes way, one that a person made, or gave the slug, does not.
 * To be called under the lock of the slug; joins the caller's transaction.
 */
export async function newSlug(strapi: Core.Strapi, name: string, slugs: Slugs): Promise<string> {
  const { own, distinct } = slugsOfTag(name, slugs.longest);
  const [other, ...more] = await slugs.holders(own);
  if (!other) return own;
  const its = slugsOfTag(other.name, slugs.longest);
  const isInPlay = more.length === 0 && its.own === own && hasTagSlugBefore(name, other.name);
  const { sharedDocuments } = ledgerOf(strapi);
  if (!isInPlay || !(await sharedDocuments.isUnder(slugs.keyOf(other.name), other.documentId)))
    return distinct;
  const part = await inSavepoint(strapi, () => slugs.give(other.documentId, its.distinct));
  if (!('error' in part)) return own;
  // The site has its own rules for slugs: then the one that is there keeps it.
  if (isSaidNo(part.error)) return distinct;
  throw part.error;
}
