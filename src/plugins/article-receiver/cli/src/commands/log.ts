import type { DeliverySummary } from '../../../shared/deliveries/deliveries';
import type { Operations } from '../../../shared/deliveries/operations';
import { CommandError, EXIT, messageOf, usageError } from '../exit';
import { deliveryLines } from '../log/delivery-lines';
import { isGivenUp, note, print, printJson, printRaw, printTable } from '../output';
import { withSite } from '../site';
import { parseCount } from '../time';
import { siteOptions, type AddCommand, type SiteOptions } from './add';
import { filterOptions, isEmpty, toFilter, type FilterOptions } from './filter';

interface LogOptions extends SiteOptions, FilterOptions {
  limit?: number;
  ndjson?: boolean;
  body?: boolean;
}

const DEFAULT_LIMIT = 50;

/** `log`: the deliveries, or one of them in detail. */
export const log: AddCommand = (program, end) => {
  const command = siteOptions(program.command('log'))
    .description('list deliveries, newest first, or show one')
    .argument('[delivery]', 'show this one (dlv_…)')
    .option(
      '--limit <n>',
      `how many to list (default ${DEFAULT_LIMIT}; with --ndjson all)`,
      parseCount,
    )
    .option('--ndjson', 'stream all that match, one JSON object a line')
    .option('--body', 'with a delivery: print its body exactly as it was received');
  filterOptions(command).action(async (deliveryId: string | undefined, options: LogOptions) => {
    check(deliveryId, options);
    await withSite(options, async ({ operations }) => {
      if (deliveryId === undefined) await list(operations, options);
      else if (options.body) await showBody(operations, deliveryId);
      else await showDetail(operations, deliveryId, options);
    });
    end(EXIT.ok);
  });
};

function check(deliveryId: string | undefined, options: LogOptions): void {
  const { limit, ndjson, body } = options;
  if (deliveryId === undefined) {
    if (body) throw usageError('--body needs the id of a delivery');
    return;
  }
  const isListing = ndjson || limit !== undefined || !isEmpty(toFilter(options));
  if (isListing) throw usageError('filters choose from the list; one delivery has its id');
}

async function list(operations: Operations, options: LogOptions): Promise<void> {
  const limit = options.limit ?? (options.ndjson ? Infinity : DEFAULT_LIMIT);
  const rows: DeliverySummary[] = [];
  let listed = 0;
  let hasMore = false;
  for await (const row of operations.deliveries(toFilter(options))) {
    hasMore = listed >= limit;
    if (hasMore || isGivenUp()) break;
    if (options.ndjson) await print(JSON.stringify(row));
    else rows.push(row);
    listed += 1;
  }
  if (options.ndjson) return;
  if (options.json) return printJson({ deliveries: rows });
  await printTable(
    ['RECEIVED', 'STATE', 'EVENT', 'STATUS', 'TITLE', 'DELIVERY', 'REASON'],
    rows.map((row) => [
      row.receivedAt,
      row.state,
      row.event,
      row.sourceStatus,
      row.title,
      row.deliveryId,
      row.reason,
    ]),
  );
  if (hasMore) note(`the newest ${limit}; --limit shows more, --ndjson all`);
}

const missing = (deliveryId: string): CommandError =>
  new CommandError(EXIT.findings, `there is no delivery ${deliveryId}`);

async function showBody(operations: Operations, deliveryId: string): Promise<void> {
  const body = await operations.body(deliveryId).catch((error: unknown) => {
    throw new CommandError(EXIT.findings, messageOf(error));
  });
  if (!body) throw missing(deliveryId);
  await printRaw(body);
}

async function showDetail(
  operations: Operations,
  deliveryId: string,
  { json }: SiteOptions,
): Promise<void> {
  const detail = await operations.delivery(deliveryId);
  if (!detail) throw missing(deliveryId);
  if (json) return printJson(detail);
  for (const line of deliveryLines(detail)) await print(line);
}
