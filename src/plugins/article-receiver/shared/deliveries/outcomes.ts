import type { Issue } from './issues';

/**
 * What became of a delivery, as a page says it: one sentence, and what it leaves open behind it.
 * Made on the server from what was written and what the article shows of it now; the words are made
 * where they are shown, from `outcome.CODE` in the admin's translations.
 */
export type Outcome = readonly OutcomePart[];

/** Why Strapi refuses a publication because of attributes: empty, as another entry has them, or otherwise. */
export const REFUSED_PUBLICATIONS = [
  'publicationLacks',
  'publicationTaken',
  'publicationMisfits',
] as const;

export type OutcomePart =
  | { code: 'arriving' | 'draft' | 'both' | 'public' | 'nothing' | 'published' }
  /** It took the article offline; with `unpublishedChanged`, its draft has what it changed. */
  | { code: 'unpublished' | 'unpublishedChanged' }
  /** The article is not public, or is, because of what was done here and not because of its word. */
  | { code: 'offlineByHand' | 'publicByHand' }
  | { code: 'replacedByNewer' | 'failed' | 'unusable' }
  /** Who deleted the article, and when; null where that is not known. */
  | { code: 'deletedHere'; name: string | null; at: string | null }
  /** The words of the delivery's reason. */
  | { code: 'reason' }
  /** Attributes of the article in which an editor's value stayed. */
  | { code: 'draftExcept' | 'bothExcept' | 'publicExcept' | 'kept'; fields: readonly string[] }
  | { code: 'suggestions'; count: number }
  /** Images that could not be had for one reason, and the first of them with it. */
  | { code: 'images'; count: number; issue: Issue }
  | { code: 'otherSlug'; slug: string; wanted: string }
  | { code: 'wordUndecided'; word: string }
  | { code: 'publicationWaits'; fields: readonly string[] }
  /** Strapi refused the publication, because of these attributes. */
  | { code: (typeof REFUSED_PUBLICATIONS)[number]; fields: readonly string[] }
  /** It refused some of them because they are empty. */
  | {
      code: 'publicationLacksAndMisfits';
      empty: readonly string[];
      fields: readonly string[];
    }
  /** When the delivery arrived that took its place; with `newerDraft`, in the draft alone. */
  | { code: 'replaced' | 'newerDraft'; at: string }
  /** When it is to be published. */
  | { code: 'planned'; at: string }
  /** When it is tried again. */
  | { code: 'retry'; at: string }
  | { code: 'leftOut'; at: string }
  | { code: 'left'; name: string; at: string }
  | { code: 'notPublished'; name: string; at: string };
