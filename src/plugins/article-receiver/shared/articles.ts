/** What the receiver knows about an article of the Content Manager. */
export interface ArticleOrigin {
  documentId: string;
  /** The feed's id of the article, e.g. `art_…`. */
  articleId: string;
  /** Name of its campaign; null where it has none. */
  campaign: string | null;
  /** The publication that waits for a decision; null when none does. */
  held: { deliveryId: string | null } | null;
}
