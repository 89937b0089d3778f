import type { DeliveryState } from '../../../shared/deliveries/deliveries';
import type {
  DeliveryFilter,
  Operations,
  RedriveResult,
} from '../../../shared/deliveries/operations';
import { EXIT, usageError } from '../exit';
import { note, print, printJson, visible } from '../output';
import { showProgress } from '../progress';
import { withSite } from '../site';
import { siteOptions, type AddCommand, type SiteOptions } from './add';
import { filterOptions, isEmpty, toFilter, type FilterOptions } from './filter';
import { drainHere, drainThese } from './work';

interface RedriveOptions extends SiteOptions, FilterOptions {
  dryRun?: boolean;
  wait: boolean;
}

interface Redriven extends RedriveResult {
  reason: string | null;
}

/** States that ask for a look after a redrive that was waited for. */
const UNDONE: readonly DeliveryState[] = ['failed', 'quarantined', 'pending'];

/** `redrive`: asks for the projection of some deliveries again. */
export const redrive: AddCommand = (program, end) => {
  const command = siteOptions(program.command('redrive'))
    .description('project deliveries again: those named, or all that match')
    .argument('[delivery...]', 'these (dlv_…)')
    .option('--dry-run', 'only count what would be redriven')
    .option('--no-wait', 'leave the work to the running site')
    .addHelpText('after', '\nExits with 1 when one is unknown, fails, or still cannot be read.');
  filterOptions(command).action(async (ids: string[], options: RedriveOptions) => {
    const filter = toFilter(options);
    if (ids.length === 0 && isEmpty(filter)) {
      throw usageError('name deliveries or choose them with filters; rebuild takes everything');
    }
    if (ids.length > 0 && !isEmpty(filter)) {
      throw usageError('name deliveries or choose them with filters, not both');
    }
    const isDone = await withSite(options, async ({ operations }) => {
      if (options.dryRun) return count(operations, ids, options);
      return carryOut(operations, ids, options);
    });
    end(isDone ? EXIT.ok : EXIT.findings);
  });
};

/** Of what matches, what a redrive of many takes. */
const redrivable = (options: FilterOptions): DeliveryFilter => ({
  ...toFilter(options),
  undecided: true,
});

/** Says what would be redriven. @returns whether all of them are there. */
async function count(
  operations: Operations,
  ids: readonly string[],
  options: RedriveOptions,
): Promise<boolean> {
  const named = [...new Set(ids)];
  const found = await Promise.all(named.map((id) => operations.delivery(id)));
  const unknown = named.filter((_id, index) => found[index] === null);
  const matched =
    named.length > 0 ? named.length - unknown.length : await operations.count(redrivable(options));
  if (options.json) await printJson({ dryRun: true, matched, unknown });
  else await print(`${matched} would be redriven`);
  for (const id of unknown) note(`there is no delivery ${id}`);
  return unknown.length === 0;
}

/** Redrives, waits unless told not to, and reports. @returns whether nothing is left to look at. */
async function carryOut(
  operations: Operations,
  ids: readonly string[],
  options: RedriveOptions,
): Promise<boolean> {
  const { marked, unknown } = await mark(operations, ids, options);
  const pending = marked.filter(({ state }) => state === 'pending');
  if (options.wait && pending.length > 0)
    await (ids.length > 0
      ? drainThese(
          operations,
          pending.map(({ deliveryId }) => deliveryId),
        )
      : drainHere(operations));
  const redriven = options.wait ? await nowIn(operations, marked) : marked;
  const outcomes: Partial<Record<DeliveryState, number>> = {};
  for (const { state } of redriven) outcomes[state] = (outcomes[state] ?? 0) + 1;
  if (options.json) {
    await printJson({
      dryRun: false,
      matched: marked.length,
      unknown,
      outcomes,
      deliveries: redriven,
    });
  } else {
    for (const { deliveryId, state, reason } of redriven) {
      await print(visible(`${deliveryId}  ${state}${reason ? `  ${reason}` : ''}`));
    }
    const parts = Object.entries(outcomes).map(([state, total]) => `${total} ${state}`);
    await print(`${redriven.length} redriven${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`);
  }
  for (const id of unknown) note(`there is no delivery ${id}`);
  const undone = options.wait ? UNDONE : ['quarantined'];
  return unknown.length === 0 && redriven.every(({ state }) => !undone.includes(state));
}

async function mark(
  operations: Operations,
  ids: readonly string[],
  options: RedriveOptions,
): Promise<{ marked: Redriven[]; unknown: string[] }> {
  const marked: Redriven[] = [];
  const unknown: string[] = [];
  if (ids.length > 0) {
    for (const id of new Set(ids)) {
      const result = await operations.redriveOne(id);
      if (result) marked.push({ ...result, reason: null });
      else unknown.push(id);
    }
    return { marked, unknown };
  }
  const filter = redrivable(options);
  const progress = showProgress('Marking', await operations.count(filter));
  try {
    for await (const result of operations.redrive(filter)) {
      marked.push({ ...result, reason: null });
      progress.update(marked.length);
    }
  } finally {
    progress.end();
  }
  return { marked, unknown };
}

/** What became of deliveries that were redriven. */
async function nowIn(operations: Operations, marked: readonly Redriven[]): Promise<Redriven[]> {
  const now: Redriven[] = [];
  for (const before of marked) {
    const detail = await operations.delivery(before.deliveryId);
    now.push(detail ? { ...before, state: detail.state, reason: detail.reason } : before);
  }
  return now;
}
