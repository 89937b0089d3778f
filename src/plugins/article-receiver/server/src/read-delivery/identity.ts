import { createHash } from 'node:crypto';
import type { WireArticle } from './wire';

/** The campaign that an article belongs to: the feed says it twice, and the two should agree. */
export const campaignIdOf = ({ campaignId, campaign }: WireArticle): string | null =>
  campaignId ?? campaign?.id ?? null;

/**
 * A delivery's public id, from its digest: the same bytes have the same id, here and in any other
 * log that received them.
 */
export const deliveryIdOf = (digest: string): string => `dlv_${digest.slice(0, 24)}`;

/**
 * The key of an article's stream. A hash, because ids are compared without regard to case by
 * MySQL's usual collations, and the feed's are not known to be free of case.
 */
export const streamKeyOf = (articleId: string): string =>
  createHash('sha256').update(articleId).digest('hex');

/** The stream that a delivery belongs to; null for one that does not name its article. */
export const streamOf = ({ articleId }: { articleId: string | null }): string | null =>
  articleId === null ? null : streamKeyOf(articleId);
