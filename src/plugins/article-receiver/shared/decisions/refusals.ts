/**
 * Why the admin API does not do what somebody asks for, as `details.reason` of the error; `refusal.CODE` in
 * the admin's translations says it. A code that was released never changes its meaning.
 */
export const REFUSALS = [
  /** The draft has other values than whoever decides had seen. */
  'changed',
  /** `slug`, and `documentId` and `title` of the article that has it, for those who may read that. */
  'slug-taken',
  'not-open',
  /** No publication of the article waits: it is decided, or somebody published it by hand. */
  'not-held',
  /** The article is in a content type to which the site's articles do not go any more. */
  'other-type',
  /** `kind` and `state` of the job that is not over. */
  'job-active',
  'no-job',
  'not-quarantined',
  'not-parked',
  'taken-in',
  'left-out',
  'not-undoable',
  'word-refused',
  'body-dropped',
  'no-checks',
  /** The site's config files set it: `fixed` names it. */
  'fixed',
  'name-taken',
  'name-configured',
  'name-test',
  'token-over',
  'token-works',
] as const;

export type Refusal = (typeof REFUSALS)[number];

export const isRefusal = (reason: unknown): reason is Refusal =>
  REFUSALS.some((known) => known === reason);
