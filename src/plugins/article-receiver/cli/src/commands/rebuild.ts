import { EXIT } from '../exit';
import { print, printJson } from '../output';
import { showProgress } from '../progress';
import type { Operations } from '../../../shared/operations';
import { withSite } from '../site';
import { siteOptions, type AddCommand, type SiteOptions } from './add';
import { drainHere } from './work';

interface RebuildOptions extends SiteOptions {
  dryRun?: boolean;
  wait: boolean;
}

/** `rebuild`: projects every article again from the log. */
export const rebuild: AddCommand = (program, end) => {
  siteOptions(program.command('rebuild'))
    .description('project every article again, from the log')
    .option('--dry-run', 'only count the articles')
    .option('--no-wait', 'leave the work to the running site')
    .addHelpText('after', '\nExits with 1 when a delivery has failed in the end.')
    .action(async (options: RebuildOptions) => {
      const failed = await withSite(options, async ({ operations }) => {
        const articles = await operations.countStreams();
        if (options.dryRun) {
          if (options.json) await printJson({ dryRun: true, articles });
          else await print(`${articles} articles would be projected again`);
          return 0;
        }
        await mark(operations, articles);
        if (options.wait) await drainHere(operations);
        const { counts } = await operations.status();
        if (options.json)
          await printJson({ dryRun: false, articles, waited: options.wait, counts });
        else await print(`${articles} articles ${options.wait ? 'projected again' : 'marked'}`);
        return options.wait ? counts.failed : 0;
      });
      end(failed > 0 ? EXIT.findings : EXIT.ok);
    });
};

async function mark(operations: Operations, articles: number): Promise<void> {
  const progress = showProgress('Marking', articles);
  try {
    for await (const asked of operations.rebuild()) progress.update(asked);
  } finally {
    progress.end();
  }
}
