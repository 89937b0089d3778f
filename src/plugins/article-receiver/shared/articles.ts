/** What the receiver knows about an article of the Content Manager. */
export interface ArticleOrigin {
  documentId: string;
  /** The feed's id of the article, e.g. `art_…`. */
  articleId: string;
  /** Name of its campaign; null where it has none. */
  campaign: string | null;
  /** The publication that waits for a decision; null when none does. */
  held: { deliveryId: string | null } | null;
  /** Fields in which the draft has an editor's value instead of the feed's. */
  heldFields: string[];
  /** Whether something of it waits for a person. */
  attention: boolean;
}

/** What waits for a person in an article; the entry's `needsAttention` is true when anything does. */
export interface ArticleAttention {
  documentId: string;
  /** Open suggestions. */
  suggestions: number;
  /** Whether a publication is held. */
  held: boolean;
  /** Whether a delivery failed, for now or for good. */
  failed: boolean;
  /** Parked deliveries. */
  parked: number;
  attention: boolean;
}
