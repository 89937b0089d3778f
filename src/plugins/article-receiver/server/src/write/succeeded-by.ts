import type { Core } from '@strapi/types';
import type { AdoptedEntry } from '../../../shared/deliveries/jobs';
import type { WantedArticle } from '../article-content/wanted-article';
import { readDraft } from '../entries/read-entry';
import { ledgerOf } from '../ledger/ledger';
import { withSuccessor, type StreamState } from '../projection/article/stream-state';
import { contentFingerprint } from './content-fingerprint';

/**
 * A stream's state where another entry is in the place of its own. One that came with a backup of a site that receives
 * the same is the article as the receiver wrote it there: what it has in common with what was written here, nobody
 * changed. Only its documents and files have other ids.
 */
export async function succeededBy(
  strapi: Core.Strapi,
  { state, place, publication }: WantedArticle,
  { documentId }: AdoptedEntry,
): Promise<StreamState> {
  const backup = await ledgerOf(strapi).pins.read('backup');
  const entry = backup && (await readDraft(strapi, place, documentId));
  if (!entry || !(entry.changedAt <= backup.pinnedAt)) return withSuccessor(state);
  // Where the service has said nothing since, it is no news that what it said leads to documents with other ids.
  const isSaid = publication !== null && publication.position === state.wordPosition;
  const content = isSaid && state.publishedFingerprint ? contentFingerprint(publication, []) : null;
  return {
    ...state,
    documentId,
    publishedFingerprint: content ?? state.publishedFingerprint,
    files: {},
    related: {},
  };
}
