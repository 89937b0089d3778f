/** The feed's value for a field that an editor changed, as the admin API shows it. */
export interface SuggestionSummary {
  id: number;
  documentId: string;
  /** Attribute of the article. */
  field: string;
  /** What the feed offers. Relations as document ids, the hero as the file's id. */
  value: unknown;
  /** What the draft has now. */
  current: unknown;
  /** Stands for it: to be sent along by who takes the feed's value instead, having seen this. */
  seen: string;
  /** What `value` and `current` refer to, by id: names of tags, images, the campaign. */
  labels: Record<string, string>;
  /** The delivery that offers it. */
  deliveryId: string | null;
  state: 'open' | 'accepted' | 'rejected' | 'superseded' | 'gone';
  createdAt: string;
  decidedAt: string | null;
  decidedBy: string | null;
}

/** What came of deciding on one of several suggestions. */
export interface DecidedSuggestion {
  id: number;
  /**
   * `gone`: it is no longer open, or was never there; `changed`: the draft has another value than was seen;
   * `slugTaken`: another article has the slug.
   */
  outcome: 'decided' | 'forbidden' | 'gone' | 'changed' | 'slugTaken';
  /** Of `slugTaken`: which slug, and which article has it. */
  taken?: TakenSlug;
}

/** A slug that another article has; null what of that whoever asks may not read. */
export interface TakenSlug {
  slug: string;
  documentId: string | null;
  title: string | null;
}
