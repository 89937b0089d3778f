import { DELIVERY_STATES } from '../../../shared/deliveries/deliveries';
import type { PagesSummary } from '../../../shared/articles/pages';
import type { QuarantineRoom } from '../../../shared/settings/retention';
import { EXIT } from '../exit';
import { print, printJson, printTable } from '../output';
import { withSite } from '../site';
import { inWords } from '../time';
import { siteOptions, type AddCommand, type SiteOptions } from './add';

/** `status`: how many deliveries are in which state, and what waits. */
export const status: AddCommand = (program, end) => {
  siteOptions(program.command('status'))
    .description('show how the receiver is: deliveries by state, and what waits')
    .addHelpText('after', '\nExits with 1 when a delivery has failed.')
    .action(async (options: SiteOptions) => {
      const answer = await withSite(options, ({ operations }) => operations.status());
      const { counts, leftOut, oldestPendingAgeMs, planned, pages, quarantine, runner } = answer;
      if (options.json) await printJson(answer);
      else {
        await printTable(
          ['STATE', 'DELIVERIES'],
          [
            ...DELIVERY_STATES.map((state) => [state, String(counts[state])]),
            ['left out', String(leftOut)],
          ],
        );
        const age = oldestPendingAgeMs === null ? 'none' : `${inWords(oldestPendingAgeMs)} old`;
        const problem = runner.problem ? `\nProblem: ${runner.problem}` : '';
        const plans = planned > 0 ? `\nPlanned for a day to come: ${planned}` : '';
        const front = pages === null ? '' : pagesLines(pages);
        const room = quarantine.bytes > 0 ? `\nQuarantine: ${filled(quarantine)}` : '';
        const lines = `Oldest pending delivery: ${age}\nRunner: ${runner.kind}`;
        await print(`\n${lines}${plans}${front}${room}${problem}`);
      }
      end(counts.failed > 0 ? EXIT.findings : EXIT.ok);
    });
};

/** What is to be told of pages; nothing where all is well. */
function pagesLines({ wrong, indexNow }: PagesSummary): string {
  const wrongLine = wrong > 0 ? `\nPages that are not right: ${wrong}` : '';
  const refused = indexNow?.refused ?? null;
  const told = refused === null ? '' : `\nProblem: IndexNow refused the key with ${refused}`;
  return `${wrongLine}${told}`;
}

const inMiB = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);

const filled = ({ bytes, maxBytes }: QuarantineRoom): string =>
  `${inMiB(bytes)} of ${inMiB(maxBytes)} MiB`;
