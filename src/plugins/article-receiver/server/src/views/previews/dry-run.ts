import type { Core } from '@strapi/types';
import { joinedDryRun } from '../../../../shared/deliveries/joined-dry-run';
import {
  MAX_ADOPTIONS,
  MAX_CHANGES,
  type ArticlePreview,
  type DryRun,
} from '../../../../shared/deliveries/jobs';
import { toldReason } from '../../../../shared/deliveries/reasons';
import type { Options } from '../../config/options';
import { unchangedStreams } from '../../project-stream/look-ahead';
import { giveWay } from '../../pace/give-way';
import { trafficOf } from '../../pace/traffic';
import { previewStream, type NamedStream } from './preview-stream';
import { faultReason } from '../../faults/explain';
import { Stopped } from '../../faults/outcomes';
import { checkpoint, withinRun } from '../../run-context/run-context';
import type { Filter } from '../../ledger/deliveries/filters';
import { ledgerOf } from '../../ledger/ledger';

/** Deliveries of which the articles are looked at together. */
const PAGE = 50;

/** What a dry run is about, and for how long anybody waits for it. */
export interface Trial {
  filter: Filter;
  options: Options;
  /** Whether articles that editors deleted are to come back. */
  restoreDeleted: boolean;
  /** Aborted when nobody waits for it any more, or the site stops. */
  signal: AbortSignal;
}

/** How long a part of a dry run takes, in milliseconds: no proxy gives up sooner. */
const PART_MS = 2_000;

/**
 * Says what projecting the selected streams again would do. Writes nothing. Like a rebuild it lets
 * deliveries go first.
 * @param told what was found so far, part by part: where thousands of them differ, it takes minutes.
 * @throws Stopped when its signal is aborted.
 */
export async function dryRun(
  strapi: Core.Strapi,
  trial: Trial,
  told: (found: DryRun) => void = () => undefined,
  partMs = PART_MS,
): Promise<DryRun> {
  let found = await dryRunPart(strapi, trial, 0, partMs);
  told(found);
  while (found.next !== null) {
    found = joinedDryRun(found, await dryRunPart(strapi, trial, found.next, partMs));
    told(found);
  }
  return found;
}

/**
 * The same of some of the streams.
 * @param after the position that the part before ended with; 0 at first.
 * @param partMs after how long the next article is left to another part, in milliseconds.
 * @throws Stopped when the trial's signal is aborted.
 */
export const dryRunPart = (
  strapi: Core.Strapi,
  trial: Trial,
  after: number,
  partMs = PART_MS,
): Promise<DryRun> =>
  withinRun({ signal: trial.signal, afterCommit: new Set() }, async () => {
    const until = performance.now() + partMs;
    const { selected } = ledgerOf(strapi);
    const result = nothingOf(await selected.count(trial.filter));
    for await (const position of tryFrom(strapi, after, trial, result)) {
      if (performance.now() < until) continue;
      const upToThere = { $and: [trial.filter, { id: { $lte: position } }] };
      return { ...result, looked: await selected.count(upToThere), next: position };
    }
    return result;
  });

const nothingOf = (deliveries: number): DryRun => ({
  dryRun: true,
  deliveries,
  looked: deliveries,
  next: null,
  articles: 0,
  create: 0,
  update: 0,
  publish: 0,
  unpublish: 0,
  hold: 0,
  planned: 0,
  unchanged: 0,
  deleted: 0,
  failed: [],
  changes: [],
  adopt: 0,
  adoptions: [],
});

/**
 * Looks at the articles of a page together, then at each of those that differ by itself.
 * @yields up to which position of the log they are counted in the result: whoever wants no more ends it.
 */
async function* tryFrom(
  strapi: Core.Strapi,
  after: number,
  trial: Trial,
  result: DryRun,
): AsyncGenerator<number> {
  const { filter, options, restoreDeleted } = trial;
  for await (const page of ledgerOf(strapi).selected.streams(filter, PAGE, after)) {
    checkpoint();
    const streamKeys = page.map(({ streamKey }) => streamKey);
    const unchanged = await unchangedStreams(strapi, streamKeys, options);
    for (const row of page) {
      result.articles += 1;
      const written = unchanged.get(row.streamKey);
      if (written && !(written.isDeleted && restoreDeleted)) {
        result[written.isDeleted ? 'deleted' : 'unchanged'] += 1;
        if (row === page.at(-1)) yield row.id;
        continue;
      }
      await giveWay(trafficOf(strapi));
      checkpoint();
      await tryOne(strapi, row, trial, result);
      yield row.id;
    }
  }
}

async function tryOne(
  strapi: Core.Strapi,
  named: NamedStream,
  { options, restoreDeleted }: Trial,
  result: DryRun,
): Promise<void> {
  try {
    count(result, await previewStream(strapi, named, options, restoreDeleted));
  } catch (error) {
    if (error instanceof Stopped) throw error;
    result.failed.push({ articleId: named.articleId ?? '', ...toldReason(faultReason(error)) });
  }
}

function count(result: DryRun, preview: ArticlePreview): void {
  if (preview.adopts) {
    result.adopt += 1;
    const { articleId, adopts } = preview;
    if (result.adoptions.length < MAX_ADOPTIONS) result.adoptions.push({ articleId, ...adopts });
  }
  const isUnchanged =
    preview.action === 'none' &&
    preview.publication === 'none' &&
    preview.plannedAt === null &&
    preview.states.length === 0;
  if (isUnchanged) {
    result.unchanged += 1;
    return;
  }
  if (preview.action !== 'none') result[preview.action] += 1;
  if (preview.action === 'deleted') return;
  if (preview.publication !== 'none') result[preview.publication] += 1;
  if (preview.plannedAt !== null) result.planned += 1;
  if (result.changes.length < MAX_CHANGES) result.changes.push(preview);
}
