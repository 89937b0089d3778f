import type { DryRun } from '../../../shared/deliveries/jobs';
import type { Operations, RebuildJob } from '../../../shared/deliveries/operations';
import { counted } from '../counted';
import { CommandError, EXIT } from '../exit';
import { note, print, printJson, visible } from '../output';
import { showProgress } from '../progress';
import { withSite } from '../site';
import { siteOptions, type AddCommand, type SiteOptions } from './add';

interface RebuildOptions extends SiteOptions {
  dryRun?: boolean;
  restoreDeleted?: boolean;
  wait: boolean;
}

/** `rebuild`: projects every article again from the log. */
export const rebuild: AddCommand = (program, end) => {
  siteOptions(program.command('rebuild'))
    .description('project every article again, from the log')
    .option('--dry-run', 'only show what would change')
    .option('--restore-deleted', 'bring back articles that editors deleted, too')
    .option('--no-wait', 'leave the work to the running site')
    .addHelpText('after', '\nExits with 1 when an article could not be projected.')
    .action(async (options: RebuildOptions) => {
      const isWell = await withSite(options, ({ operations }) =>
        options.dryRun ? preview(operations, options) : carryOut(operations, options),
      );
      end(isWell ? EXIT.ok : EXIT.findings);
    });
};

async function preview(
  operations: Operations,
  { json, restoreDeleted }: RebuildOptions,
): Promise<boolean> {
  const progress = showProgress('Looking at what would change', await operations.count({}));
  const update = ({ looked }: DryRun) => progress.update(looked);
  const result = await operations
    .rebuildPreview(restoreDeleted, update)
    .finally(() => progress.end());
  if (json) await printJson(result);
  else for (const line of linesOf(result)) await print(visible(line));
  return result.failed.length === 0;
}

function linesOf(result: DryRun): string[] {
  const {
    articles,
    create,
    update,
    publish,
    unpublish,
    hold,
    planned,
    unchanged,
    deleted,
    changes,
    failed,
    adopt,
    adoptions,
  } = result;
  return [
    ...adoptions.map(
      ({ articleId, documentId, title, by }) =>
        `${articleId}: goes on with an entry that is there, by its ${by}: ${title ?? documentId}`,
    ),
    ...(adopt > adoptions.length ? [`… and ${adopt - adoptions.length} more of these`] : []),
    ...changes.map(({ title, action, publication, plannedAt, fields }) => {
      const names = fields.map(({ field }) => field).join(', ');
      const plan = plannedAt === null ? 'none' : `plan for ${plannedAt}`;
      const words = [action, publication, plan].filter((word) => word !== 'none').join(' and ');
      return `${title}: ${words || 'states only'}${names ? ` (${names})` : ''}`;
    }),
    ...failed.map(({ articleId, reason }) => `${articleId}: cannot be projected: ${reason}`),
    `${counted(articles, 'article')}: ${create} to create, ${update} to update, ${publish} to publish, ` +
      `${unpublish} to unpublish, ${hold} to hold, ${planned} to plan, ${unchanged} unchanged, ${deleted} deleted by editors, ${adopt} to go on with an entry that is there`,
  ];
}

async function carryOut(operations: Operations, options: RebuildOptions): Promise<boolean> {
  const job = await begun(operations, options);
  const ended = options.wait ? await workOff(operations, job) : job;
  const { id, state, total, done, changed, failed } = ended;
  if (options.json) await printJson({ dryRun: false, id, state, total, done, changed, failed });
  else if (!options.wait)
    await print(`asked for; ${counted(total, 'delivery', 'deliveries')} to look at`);
  else await print(`${state}: ${counted(changed, 'article')} changed, ${failed} failed`);
  if (options.wait && state !== 'done') note(`the rebuild was ${state} by somebody`);
  return !options.wait || (state === 'done' && failed === 0);
}

const KINDS = { rebuild: 'rebuild', redrive: 'bulk redrive' } as const;

/**
 * Begins it. What somebody began before comes first: where its process was ended and no site runs, nobody else would
 * go on with it.
 */
async function begun(operations: Operations, options: RebuildOptions): Promise<RebuildJob> {
  for (;;) {
    const asked = await operations.rebuild(options.restoreDeleted);
    if ('begun' in asked) return asked.begun;
    const { kind, state, done, total } = asked.active;
    const what = `a ${KINDS[kind]} is ${state === 'paused' ? state : 'under way'} already, at ${done} of ${total}`;
    if (state === 'paused') {
      throw new CommandError(EXIT.findings, `${what}; resume or cancel it in the admin first`);
    }
    if (!options.wait) throw new CommandError(EXIT.findings, what);
    note(`${what}: that comes first`);
    await workOff(operations, asked.active);
  }
}

/** Carries it out in this process, or watches the site do it. */
async function workOff(operations: Operations, job: RebuildJob): Promise<RebuildJob> {
  const label = job.kind === 'rebuild' ? 'Rebuilding' : 'Redriving';
  const progress = showProgress(label, job.total);
  try {
    for await (const { done } of operations.drain()) progress.update(done ?? job.total);
  } finally {
    progress.end();
  }
  const latest = await operations.latestJob();
  return latest?.id === job.id ? latest : job;
}
