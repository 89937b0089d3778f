import { MAX_ADOPTIONS, MAX_CHANGES, type DryRun } from './jobs';

/** What two parts of a dry run found, the later one behind the earlier. */
export const joinedDryRun = (earlier: DryRun, later: DryRun): DryRun => ({
  ...later,
  articles: earlier.articles + later.articles,
  create: earlier.create + later.create,
  update: earlier.update + later.update,
  publish: earlier.publish + later.publish,
  unpublish: earlier.unpublish + later.unpublish,
  hold: earlier.hold + later.hold,
  planned: earlier.planned + later.planned,
  unchanged: earlier.unchanged + later.unchanged,
  deleted: earlier.deleted + later.deleted,
  failed: [...earlier.failed, ...later.failed],
  changes: [...earlier.changes, ...later.changes].slice(0, MAX_CHANGES),
  adopt: earlier.adopt + later.adopt,
  adoptions: [...earlier.adoptions, ...later.adoptions].slice(0, MAX_ADOPTIONS),
});
