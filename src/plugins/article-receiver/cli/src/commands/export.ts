import { access, constants, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { CarriedDelivery, LoggedDelivery } from '../../../shared/deliveries/archive';
import type { DeliveryFilter, Operations } from '../../../shared/deliveries/operations';
import { writeArchive } from '../archive/write';
import { counted } from '../counted';
import { EXIT, messageOf, usageError } from '../exit';
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
      const place = await placeOf(file, options);
      const exported = await withSite(options, async ({ operations }) => ({
        ...(await carryOut(operations, place, toFilter(options))),
        file,
      }));
      const { deliveries, left } = exported;
      for (const { digest, why } of left) note(`left out: ${digest}: ${REASONS[why]}`);
      if (options.json) await printJson(exported);
      else {
        const what = counted(deliveries, 'delivery', 'deliveries');
        await print(`${what} written to ${file}, ${left.length} left out`);
      }
      end(left.length > 0 ? EXIT.findings : EXIT.ok);
    });
};

/**
 * Where the file is, at the end of all links: what it is there is replaced, and not the link.
 * @throws CommandError before anything is done, where a file cannot be made there or is not to be replaced.
 */
async function placeOf(file: string, { force = false }: ExportOptions): Promise<string> {
  // Elsewhere that means standard output; here a file of this name would appear.
  if (file === '-' || file === '') throw usageError('an export is a file: expected its name');
  const there = await stat(file).catch(() => null);
  if (there?.isDirectory()) throw usageError(`${file} is a folder`);
  // A device or a pipe would have a file in its place afterwards.
  if (there && !there.isFile()) throw usageError(`${file} is no file, and an export is one`);
  if (there && !force) throw usageError(`${file} is there already; --force replaces it`);
  const place = there ? await realpath(file) : await endOfLinks(file);
  await access(dirname(place), constants.W_OK).catch((error: unknown) => {
    throw usageError(`${file} cannot be written: ${messageOf(error)}`);
  });
  return place;
}

/** Longer chains of links the system does not follow either. */
const MAX_LINKS = 40;

/** Where a link leads at whose end nothing is yet; the file itself, where it is no link. */
async function endOfLinks(file: string, left = MAX_LINKS): Promise<string> {
  const to = await readlink(file).catch(() => null);
  if (to === null || left === 0) return file;
  const folder = await realpath(dirname(file));
  return endOfLinks(resolve(folder, to), left - 1);
}

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
