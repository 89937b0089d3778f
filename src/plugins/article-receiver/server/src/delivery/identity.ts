import type { WireArticle } from './wire';

/** The campaign that an article belongs to: the feed says it twice, and the two should agree. */
export const campaignIdOf = ({ campaignId, campaign }: WireArticle): string | null =>
  campaignId ?? campaign?.id ?? null;
