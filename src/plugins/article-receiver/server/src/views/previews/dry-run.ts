import type { Core } from '@strapi/types';
import type { DryRun } from '../../../../shared/jobs';
import { toldReason } from '../../../../shared/reasons';
import type { Options } from '../../config/options';
import { unchangedStreams } from '../../project-stream/look-ahead';
import type { DeliveryRow } from '../../ledger/deliveries/delivery-row';
import { giveWay } from '../../pace/give-way';
import { trafficOf } from '../../pace/traffic';
import { previewStream } from './preview-stream';
import { faultReason } from '../../faults/explain';
import { Stopped } from '../../faults/outcomes';
import { checkpoint, withinRun } from '../../run-context/run-context';
import type { Filter } from '../../ledger/deliveries/filters';
import { ledgerOf } from '../../ledger/ledger';

/** Articles of which a dry run shows the changes; it counts all. */
const MAX_SHOWN = 100;

/** Deliveries of which the articles are looked at together. */
const PAGE = 50;

/** Entries that a dry run names because articles would go on with them; it counts all. */
const MAX_ADOPTIONS = 1_000;

/** What a dry run is about, and for how long anybody waits for it. */
export interface Trial {
  filter: Filter;
  options: Options;
  /** Whether articles that editors deleted are to come back. */
  restoreDeleted: boolean;
  /** Aborted when nobody waits for it any more, or the site stops. */
  signal: AbortSignal;
}

/**
 * Says what projecting the selected streams again would do. Writes nothing. Like a rebuild it lets
 * deliveries go first.
 * @throws Stopped when its signal is aborted.
 */
export const dryRun = (strapi: Core.Strapi, trial: Trial): Promise<DryRun> =>
  withinRun({ signal: trial.signal, afterCommit: new Set() }, () => tryAll(strapi, trial));

async function tryAll(
  strapi: Core.Strapi,
  { filter, options, restoreDeleted }: Trial,
): Promise<DryRun> {
  const { selected } = ledgerOf(strapi);
  const result: DryRun = {
    dryRun: true,
    deliveries: await selected.count(filter),
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
  };
  for await (const page of selected.streams(filter, PAGE)) {
    await tryPage(strapi, page, { options, restoreDeleted }, result);
  }
  return result;
}

/** Looks at the articles of a page together, then at each of those that differ by itself. */
async function tryPage(
  strapi: Core.Strapi,
  page: readonly Pick<DeliveryRow & { streamKey: string }, 'streamKey' | 'articleId'>[],
  { options, restoreDeleted }: Pick<Trial, 'options' | 'restoreDeleted'>,
  result: DryRun,
): Promise<void> {
  checkpoint();
  const streamKeys = page.map(({ streamKey }) => streamKey);
  const unchanged = await unchangedStreams(strapi, streamKeys, options);
  for (const { streamKey, articleId } of page) {
    result.articles += 1;
    const written = unchanged.get(streamKey);
    if (written && !(written.isDeleted && restoreDeleted)) {
      result[written.isDeleted ? 'deleted' : 'unchanged'] += 1;
      continue;
    }
    await giveWay(trafficOf(strapi));
    checkpoint();
    try {
      count(result, await previewStream(strapi, streamKey, options, restoreDeleted));
    } catch (error) {
      if (error instanceof Stopped) throw error;
      result.failed.push({ articleId: articleId ?? '', ...toldReason(faultReason(error)) });
    }
  }
}

function count(result: DryRun, preview: Awaited<ReturnType<typeof previewStream>>): void {
  if (preview?.adopts) {
    result.adopt += 1;
    const { articleId, adopts } = preview;
    if (result.adoptions.length < MAX_ADOPTIONS) result.adoptions.push({ articleId, ...adopts });
  }
  const isUnchanged =
    !preview ||
    (preview.action === 'none' &&
      preview.publication === 'none' &&
      preview.plannedAt === null &&
      preview.states.length === 0);
  if (isUnchanged) {
    result.unchanged += 1;
    return;
  }
  if (preview.action !== 'none') result[preview.action] += 1;
  if (preview.action === 'deleted') return;
  if (preview.publication !== 'none') result[preview.publication] += 1;
  if (preview.plannedAt !== null) result.planned += 1;
  if (result.changes.length < MAX_SHOWN) result.changes.push(preview);
}
