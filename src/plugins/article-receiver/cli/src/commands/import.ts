import { stat } from 'node:fs/promises';
import type { CarriedDelivery, ImportResult } from '../../../shared/deliveries/archive';
import type { Operations } from '../../../shared/deliveries/operations';
import { readArchive } from '../archive/read';
import { counted } from '../counted';
import { EXIT, usageError } from '../exit';
import { print, printJson } from '../output';
import { showProgress, type Progress } from '../progress';
import { withSite } from '../site';
import { siteOptions, type AddCommand, type SiteOptions } from './add';
import { drainHere } from './work';

interface ImportOptions extends SiteOptions {
  wait: boolean;
}

/** Deliveries that go into the log in one transaction. */
const BATCH = { deliveries: 64, bytes: 8 * 1024 * 1024 };

/** `import`: takes what another log exported. */
export const importLog: AddCommand = (program, end) => {
  siteOptions(program.command('import'))
    .description('append what an export has and the event log has not, and project it')
    .argument('<file>', 'what "export" wrote')
    .option('--no-wait', 'leave the projection to the running site')
    .addHelpText(
      'after',
      `
The file is read twice: what is broken is found before anything is taken.
Exits with 1 when a delivery went to quarantine or failed.`,
    )
    .action(async (file: string, options: ImportOptions) => {
      const total = await checked(file);
      const { failed, ...taken } = await withSite(options, ({ operations }) =>
        carryOut(operations, file, total, options.wait),
      );
      if (options.json) await printJson({ file, deliveries: total, ...taken, failed });
      else {
        await print(
          `${counted(total, 'delivery', 'deliveries')} in the file: ${taken.added} added (${taken.quarantined} in quarantine), ` +
            `${taken.known} there already${taken.restored > 0 ? ` (${taken.restored} stored again)` : ''}`,
        );
      }
      end(taken.quarantined > 0 || failed > 0 ? EXIT.findings : EXIT.ok);
    });
};

/** Reads the whole file. @returns how many deliveries are in it. */
async function checked(file: string): Promise<number> {
  const there = await stat(file).catch(() => null);
  // The second time there would be nothing in a pipe, or nobody would ever write into it.
  if (there && !there.isFile()) throw usageError(`${file} is no file, and it is read twice`);
  const progress = showProgress('Checking');
  let count = 0;
  try {
    const deliveries = readArchive(file);
    while (!(await deliveries.next()).done) progress.update((count += 1));
    return count;
  } finally {
    progress.end();
  }
}

async function carryOut(
  operations: Operations,
  file: string,
  total: number,
  waits: boolean,
): Promise<ImportResult & { failed: number }> {
  const before = (await operations.status()).counts.failed;
  const progress = showProgress('Importing', total);
  const taken = await takeAll(operations, file, progress).finally(() => progress.end());
  if (waits) await drainHere(operations);
  const { failed } = (await operations.status()).counts;
  return { ...taken, failed: Math.max(0, failed - before) };
}

async function takeAll(
  operations: Operations,
  file: string,
  progress: Progress,
): Promise<ImportResult> {
  const taken: ImportResult = { added: 0, quarantined: 0, known: 0, restored: 0 };
  for await (const batch of batchesOf(readArchive(file))) {
    const { added, quarantined, known, restored } = await operations.importDeliveries(batch);
    taken.added += added;
    taken.quarantined += quarantined;
    taken.known += known;
    taken.restored += restored;
    progress.update(taken.added + taken.known);
  }
  return taken;
}

async function* batchesOf(
  deliveries: AsyncIterable<CarriedDelivery>,
): AsyncGenerator<CarriedDelivery[]> {
  let batch: CarriedDelivery[] = [];
  let bytes = 0;
  for await (const delivery of deliveries) {
    batch.push(delivery);
    bytes += delivery.body.length;
    if (batch.length < BATCH.deliveries && bytes < BATCH.bytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}
