import { access } from 'node:fs/promises';
import type { CarriedDelivery, LoggedDelivery } from '../../../shared/archive';
import type { DeliveryFilter, Operations } from '../../../shared/operations';
import { writeArchive } from '../archive/write';
import { EXIT, usageError } from '../exit';
import { note, print, printJson } from '../output';
import { showProgress } from '../progress';
import { withSite } from '../site';
import { siteOptions, type AddCommand, type SiteOptions } from './add';
import { filterOptions, toFilter, type FilterOptions } from './filter';

interface ExportOptions extends SiteOptions, FilterOptions {
  force?: boolean;
}

interface Exported {
  file: string;
  deliveries: number;
  /** Deliveries that cannot be taken along. */
  left: { digest: string; why: 'dropped' | 'damaged' }[];
}

const REASONS = {
  dropped: 'retention dropped its body or an image in it',
  damaged: 'what is stored has not its digest any more',
};

/** `export`: the event log, whole or in part, as one file. */
export const exportLog: AddCommand = (program, end) => {
  filterOptions(
    siteOptions(program.command('export'))
      .description('write the event log, or what matches of it, to one compressed file')
      .argument('<file>', 'where to, e.g. articles.ndlog.gz')
      .option('--force', 'replace the file when there is one'),
  )
    .addHelpText('after', '\nExits with 1 when a delivery could not be taken along.')
    .action(async (file: string, options: ExportOptions) => {
      if (!options.force && (await exists(file))) {
        throw usageError(`${file} is there already; --force replaces it`);
      }
      const exported = await withSite(options, ({ operations }) =>
        carryOut(operations, file, toFilter(options)),
      );
      const { deliveries, left } = exported;
      for (const { digest, why } of left) note(`left out: ${digest}: ${REASONS[why]}`);
      if (options.json) await printJson(exported);
      else await print(`${deliveries} deliveries written to ${file}, ${left.length} left out`);
      end(left.length > 0 ? EXIT.findings : EXIT.ok);
    });
};

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function carryOut(
  operations: Operations,
  file: string,
  filter: DeliveryFilter,
): Promise<Exported> {
  const left: Exported['left'] = [];
  const progress = showProgress('Exporting', await operations.count(filter));
  let seen = 0;
  async function* whole(logged: AsyncIterable<LoggedDelivery>): AsyncGenerator<CarriedDelivery> {
    for await (const delivery of logged) {
      progress.update((seen += 1));
      if (delivery.body) yield delivery;
      else if (delivery.why !== 'test') {
        left.push({ digest: delivery.record.digest, why: delivery.why });
      }
    }
  }
  try {
    return { file, deliveries: await writeArchive(file, whole(operations.records(filter))), left };
  } finally {
    progress.end();
  }
}
