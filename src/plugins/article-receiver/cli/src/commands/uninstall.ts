import { createInterface } from 'node:readline/promises';
import type { RemovalPlan } from '../../../shared/deliveries/operations';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { counted } from '../counted';
import { EXIT, usageError } from '../exit';
import { note, print, printJson, visible } from '../output';
import { withSite, type Site } from '../site';
import { siteOptions, type AddCommand, type SiteOptions } from './add';

interface UninstallOptions extends SiteOptions {
  dryRun?: boolean;
  yes?: boolean;
  files?: boolean;
}

/** `uninstall`: removes everything of the plugin's from the site's database, on purpose. */
export const uninstall: AddCommand = (program, end) => {
  siteOptions(program.command('uninstall'))
    .description(
      'remove the log, the articles and everything else of the plugin; stop the site first',
    )
    .option('--dry-run', 'only list what would be removed')
    .option(
      '--files',
      'also delete the images from the Media Library that no entry of your own uses',
    )
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nExits with 1 when a content type of your own still refers to one of the plugin’s.',
    )
    .action(async (options: UninstallOptions) => {
      const mayAsk = process.stdin.isTTY && process.stderr.isTTY;
      if (!options.dryRun && !options.yes && !mayAsk) {
        throw usageError('there is nobody to ask: add --yes to remove, or --dry-run to list');
      }
      const isDone = await withSite(options, (site) => carryOut(site, options));
      end(isDone ? EXIT.ok : EXIT.findings);
    });
};

/** @returns whether it was done as asked. */
async function carryOut({ operations }: Site, options: UninstallOptions): Promise<boolean> {
  const plan = await operations.removalPlan();
  const isBlocked = plan.obstacles.length > 0;
  if (options.dryRun || isBlocked) {
    if (options.json) await printJson({ dryRun: true, removed: [], ...plan });
    else for (const line of linesOf(plan, options)) await print(line);
    return !isBlocked;
  }
  if (!options.yes) {
    for (const line of linesOf(plan, options)) note(line);
    if (!(await isConfirmed())) {
      note('nothing was removed');
      return false;
    }
  }
  const removed: string[] = [];
  for await (const what of operations.remove({ files: options.files ?? false })) {
    removed.push(what);
    if (!options.json) await print(visible(`removed ${what}`));
  }
  if (options.json) await printJson({ dryRun: false, removed, ...plan });
  else await print('Now remove the package before the site starts again, or it begins anew.');
  return true;
}

function linesOf(plan: RemovalPlan, { files }: UninstallOptions): string[] {
  const fate = files
    ? 'deleted, but for those that entries of your own use'
    : 'kept (--files deletes those that no entry of your own uses)';
  return [
    ...plan.tables.map(({ name, rows }) => `table ${name}: ${counted(rows, 'row')}`),
    ...plan.rows.map(({ what, count }) => `${what}: ${count}`),
    `${counted(plan.files, 'image')} in the Media Library: ${fate}`,
    ...plan.obstacles.map((obstacle) => visible(`in the way: ${obstacle}`)),
  ];
}

async function isConfirmed(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  terminal.once('close', () => closed.abort());
  // As anywhere else: Ctrl-C is no answer.
  terminal.on('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    const answer = await terminal.question(
      `This cannot be undone. The site must not be running. Type "${PLUGIN_ID}" to remove all of it: `,
      { signal: closed.signal },
    );
    return answer.trim() === PLUGIN_ID;
  } catch (error) {
    // The input ended: nobody said yes.
    if (closed.signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}
