import type { DeadLink } from './links';
import type { Issue } from '../deliveries/issues';
import type { ArticlePage } from './pages';
import type { Waits } from '../decisions/waiting';

/**
 * What the service said last of an article that shows, as the log has it: a type of the site's own
 * has no fields for it. Null what it does not say, or what whoever asks may not read.
 */
export interface ServiceFacts {
  sourceStatus: string | null;
  campaign: string | null;
  reviewVerdict: string | null;
  reviewScore: number | null;
  qualitySummary: string | null;
  qualityFailedChecks: unknown[] | null;
  /** A day, as the service writes it. */
  plannedForDate: string | null;
}

/** A delivery of an article beside its draft: what would change if it were used again. */
export interface ArticleVersion {
  deliveryId: string;
  fields: VersionField[];
}

export interface VersionField {
  field: string;
  /** In the draft. */
  current: unknown;
  /** Stands for it: to be sent along by who puts the delivery's there, having seen this. */
  seen: string;
  /** In the delivery. */
  value: unknown;
  /** Names by id, for values that are ids. */
  labels: Record<string, string>;
}

/** What of a delivery was put into the draft again. */
export interface UsedVersion {
  deliveryId: string;
  fields: string[];
}

/** What becomes of a publication that waits for a decision. */
export type HoldDecision = 'release' | 'discard';

export interface DecidedHold {
  documentId: string;
  decision: HoldDecision;
}

/** What articles are on this site. */
export interface ArticleTypeAnswer {
  articleType: string;
  /** Whether the site lists addresses of the service, whose links lead to its own articles. */
  hasLinks: boolean;
  /** Whether the site looks at the pages of what is published. */
  hasChecks: boolean;
}

/** An image of the service that an article is without. */
export interface LostImage {
  /** What it shows, or the name of its file; null where neither is known. */
  name: string | null;
  issue: Issue;
}

/** A publication that waits for a decision. */
export interface HeldPublication {
  deliveryId: string | null;
  /** The locale of the entry that it would publish; null on a type without locales. */
  locale: string | null;
  /** When the draft was changed last: to be sent along by who releases it, having seen that. */
  seen: string | null;
}

/** What the receiver knows about an article of the Content Manager. */
export interface ArticleOrigin {
  documentId: string;
  /** The locale that the service writes, of which everything here is; null on a type without locales. */
  locale: string | null;
  /** The feed's id of the article, e.g. `art_…`; null for whoever may not read it. */
  articleId: string | null;
  /** Name of its campaign; null where it has none. */
  campaign: string | null;
  /** What the service said last of it; null where the log no longer has that. */
  service: ServiceFacts | null;
  /** Where the published article is on the front end; null where it is nowhere. */
  address: string | null;
  /** What was found at that address; null where nobody looks. */
  page: ArticlePage | null;
  /** The publication that waits for a decision; null when none does. */
  held: HeldPublication | null;
  /** What else waits in it; `deliveryId` for those who may read the log. */
  questions: Waits[];
  /** Images of what the draft shows that could not be had. */
  lostImages: LostImage[];
  /** Fields in which the draft has an editor's value instead of the feed's. */
  heldFields: string[];
  /** Links in its text to other articles that lead nowhere now. */
  deadLinks: DeadLink[];
  /** Whether something of it waits for a person. */
  attention: boolean;
  /** Whether a delivery of it is arriving, or applied again. */
  isBusy: boolean;
  /** What whoever asks may do with it in the Content Manager, and so decide here. */
  may: { update: boolean; publish: boolean };
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

/** What happened to an article while somebody had its form open. */
export interface ChangedMeanwhile {
  /** Fields that the service changed, as dotted paths of attributes. */
  fields: string[];
  /** When it changed the last of them, in epoch ms; null where it changed none. */
  at: number | null;
  /** What waits for a person in it now. */
  waiting: ArticleAttention;
}
