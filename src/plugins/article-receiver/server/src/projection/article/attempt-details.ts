/** The result of a projection for the delivery that the draft shows. */
export interface AttemptDetails {
  /** Fields in which an editor's value stayed, though the feed says something else. */
  kept: string[];
  /** The slug that the article has, where that is not the one that was asked for. */
  otherSlug: string | null;
}
