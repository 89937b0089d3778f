import type { Issue } from '../deliveries/issues';

/** What the page of an article is to have, beside answering at all. */
export const PAGE_PARTS = ['title', 'hero', 'jsonLd', 'canonical'] as const;

export type PagePart = (typeof PAGE_PARTS)[number];

/** What is known of the page at a published article's address. */
export interface ArticlePage {
  address: string;
  /**
   * `waiting`: it has not been right yet, and the time for it is not over; `right`; or `wrong`, with
   * what is wrong in `issues`.
   */
  state: 'waiting' | 'right' | 'wrong';
  /** When it was last looked at, ISO 8601; null before the first look. */
  checkedAt: string | null;
  /** When it is looked at again; null when it is not. */
  nextAt: string | null;
  /** Whether that time has come: it is looked at in a moment. */
  isDue: boolean;
  issues: Issue[];
}

/** An article with whose page something is wrong. */
export interface WrongPage {
  documentId: string;
  contentType: string;
  locale: string | null;
  title: string | null;
  page: ArticlePage;
  /** Whether whoever asks may have it looked at again. */
  mayLookAgain: boolean;
}

/** Those first that were published last; `next` goes on where they end. */
export interface WrongPages {
  results: WrongPage[];
  next: number | null;
}

/** How the pages of all published articles are, and what search engines are told of them. */
export interface PagesSummary {
  /** Pages in which something is wrong. */
  wrong: number;
  /** Pages that are looked at again. */
  waiting: number;
  /** Null where the site has no key. */
  indexNow: {
    /** Addresses that have not been told yet. */
    waiting: number;
    /** The status with which the key was refused; null when it was not. */
    refused: number | null;
  } | null;
}

/** The article whose page is looked at again. */
export interface LookedAgain {
  documentId: string;
}
