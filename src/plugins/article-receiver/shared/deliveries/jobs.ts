import type { ToldReason } from './reasons';

/** A rebuild or a bulk redrive: `running` also while it waits for the runner; `done` and `cancelled` are final. */
export type JobState = 'running' | 'paused' | 'done' | 'cancelled';

export interface JobSummary {
  id: number;
  kind: 'rebuild' | 'redrive';
  state: JobState;
  /** Deliveries to look at. */
  total: number;
  /** Deliveries looked at so far. */
  done: number;
  /** Articles that were changed. */
  changed: number;
  /** Articles that could not be projected; they are tried again like any other. */
  failed: number;
  requestedBy: string | null;
  startedAt: string;
  finishedAt: string | null;
}

/** An entry that an article goes on with though the receiver did not write it. */
export interface AdoptedEntry {
  documentId: string;
  /** Null on a type without titles. */
  title: string | null;
  /** What it has of the article. */
  by: 'id' | 'slug';
}

/** What a projection would change in one article. */
export interface ArticlePreview {
  articleId: string;
  title: string;
  /** Null for an article that is not there. */
  documentId: string | null;
  action: 'create' | 'update' | 'none' | 'deleted';
  /** The entry that it would go on with; null when it makes its own, or has it already. */
  adopts: AdoptedEntry | null;
  /** Field by field, long texts shortened. */
  fields: { field: string; from: unknown; to: unknown }[];
  publication: 'publish' | 'unpublish' | 'hold' | 'none';
  /** When it would go online by itself, ISO 8601, where that would be another time than now; or null. */
  plannedAt: string | null;
  /** Deliveries whose state would change. */
  states: { deliveryId: string; from: string; to: string }[];
}

/** Articles of which a dry run shows the changes; it counts all. */
export const MAX_CHANGES = 100;
/** Entries that a dry run names because articles would go on with them; it counts all. */
export const MAX_ADOPTIONS = 1_000;

/** What a rebuild or bulk redrive would do: all of it, or of as many articles as were looked at within seconds. */
export interface DryRun {
  dryRun: true;
  deliveries: number;
  /** How many of them are looked at, with the parts before. */
  looked: number;
  /** Behind which position of the log the next part begins; null when this is all. */
  next: number | null;
  articles: number;
  create: number;
  update: number;
  publish: number;
  unpublish: number;
  hold: number;
  /** Articles that would be planned for a day to come, or for another. */
  planned: number;
  unchanged: number;
  /** Articles that editors deleted; they come back only where that is asked for. */
  deleted: number;
  /** Articles for which it could not be said, and why. */
  failed: (ToldReason & { articleId: string })[];
  /** The first articles that would change. */
  changes: ArticlePreview[];
  /** Articles that would go on with an entry that is there already. */
  adopt: number;
  /** The first of them, with their entries. */
  adoptions: (AdoptedEntry & { articleId: string })[];
}
