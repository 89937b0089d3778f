import type { Core } from '@strapi/types';
import { onTarget, type StreamState } from '../../projection/article/stream-state';
import { ledgerOf } from '../../ledger/ledger';
import type { Fields } from '../../projection/merge/merge';
import type { Mapping } from '../../mapping/model/mapping';
import { readEntry } from '../../entries/read-entry';
import { mappingOf } from '../../entries/mapping-of';

export interface StreamDraft {
  /** What is known of the stream for the type that articles go to; null before its first delivery. */
  state: StreamState | null;
  mapping: Mapping;
  /** The draft's values, of the fields that the feed fills; null when there is no entry. */
  draft: Fields | null;
}

/** The draft that a stream projects into. */
export async function draftOf(strapi: Core.Strapi, streamKey: string): Promise<StreamDraft> {
  const mapping = mappingOf(strapi);
  const stored = await ledgerOf(strapi).streams.read(streamKey);
  const state = stored && onTarget(stored, mapping.uid);
  if (!state?.documentId) return { state, mapping, draft: null };
  const place = { mapping, locale: state.locale };
  return { state, mapping, draft: await readEntry(strapi, place, state.documentId, 'draft') };
}
