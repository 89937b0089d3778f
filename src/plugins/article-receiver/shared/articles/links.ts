/**
 * Why a link leads nowhere: there is no such article; it is not published, for now or because the
 * service took it offline; somebody deleted it here; or it is published at another address.
 */
export const DEAD_LINK_REASONS = [
  'missing',
  'unpublished',
  'offline',
  'deleted',
  'elsewhere',
] as const;

export type DeadLinkReason = (typeof DEAD_LINK_REASONS)[number];

/** A link in an article that leads to no published article. */
export interface DeadLink {
  /** As it is in the article, without query and fragment. */
  url: string;
  slug: string;
  reason: DeadLinkReason;
  /** Where the article is instead; null where it is nowhere. */
  address: string | null;
}

/** An article with links that lead nowhere. */
export interface LinkingArticle {
  documentId: string;
  contentType: string;
  locale: string | null;
  title: string | null;
  links: DeadLink[];
}

/** The newest articles first; `next` goes on where a page ends. */
export interface DeadLinkPage {
  results: LinkingArticle[];
  next: number | null;
}
