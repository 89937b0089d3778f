/** A rebuild or a bulk redrive: `queued` waits for the runner, `done` and `cancelled` are final. */
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

/** What a projection would change in one article. */
export interface ArticlePreview {
  articleId: string;
  title: string;
  /** Null for an article that is not there. */
  documentId: string | null;
  action: 'create' | 'update' | 'none';
  /** Field by field, long texts shortened. */
  fields: { field: string; from: unknown; to: unknown }[];
  publication: 'publish' | 'unpublish' | 'hold' | 'none';
  /** Deliveries whose state would change. */
  states: { deliveryId: string; from: string; to: string }[];
}

/** What a rebuild or bulk redrive would do. */
export interface DryRun {
  dryRun: true;
  deliveries: number;
  articles: number;
  create: number;
  update: number;
  publish: number;
  unpublish: number;
  hold: number;
  unchanged: number;
  /** Articles for which it could not be said, and why. */
  failed: { articleId: string; reason: string }[];
  /** The first articles that would change. */
  changes: ArticlePreview[];
}
