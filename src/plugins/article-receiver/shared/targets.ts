import type { Issue } from './deliveries';

/** A proposed mapping onto a content type of the site's own. */
export interface TargetProposal {
  /** The option `target`, as it can be written to the site's configuration. */
  target: { type: string; fields: Readonly<Record<string, unknown>> };
  /** Fields for which nothing of the feed suggests itself, by path. */
  left: string[];
}

/** What a mapping would make of one delivery. */
export interface TargetPreview {
  title: string;
  /** Null on a type without locales. */
  locale: string | null;
  /** Why the delivery would wait for a person; null when it would not. */
  parked: string | null;
  values: { field: string; value: unknown }[];
  issues: Issue[];
  /** What may go wrong later. */
  warnings: string[];
}
