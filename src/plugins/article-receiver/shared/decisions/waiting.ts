import type { ToldReason } from '../deliveries/reasons';

/**
 * What waits for a person: suggestions for fields, a publication that is held or that Strapi
 * refused, a word that nobody knows, another question of a parked delivery, and deliveries that
 * failed or cannot be used.
 */
export const WAITING_KINDS = [
  'suggestions',
  'held',
  'refused',
  'word',
  'parked',
  'failed',
  'quarantined',
] as const;

export type WaitingKind = (typeof WAITING_KINDS)[number];

/** One thing that waits in an article or delivery. */
export interface Waits extends ToldReason {
  kind: WaitingKind;
  /** Suggestions, or deliveries that ask the same. */
  count: number;
  /** The newest delivery that asks; null for suggestions. */
  deliveryId: string | null;
}

/** An article, or a delivery without one, in which something waits for whoever asks. */
export interface WaitingItem {
  /** The entry that shows the article; null where there is none, or one may not read it. */
  documentId: string | null;
  contentType: string | null;
  locale: string | null;
  title: string | null;
  articleId: string | null;
  /** When the newest of it came up. */
  since: string;
  waits: Waits[];
}

/** Suggestions and deliveries that wait, by what they wait for. */
export type WaitingCounts = Record<WaitingKind, number>;

export interface WaitingPage {
  results: WaitingItem[];
  pagination: { page: number; pageSize: number; pageCount: number; total: number };
  /** How many of all that waits are entries that one may read: the list of articles has no others. */
  articles: number;
  counts: WaitingCounts;
}
