import type { Core } from '@strapi/types';
import type { DryRun } from '../../../shared/jobs';
import type { Options } from '../config/options';
import { previewStream } from '../content/preview-stream';
import { explain } from './faults';
import { countSelected, selectedStreams, type Filter } from './selection';

/** Articles of which a dry run shows the changes; it counts all. */
const MAX_SHOWN = 100;

/** Says what projecting the selected streams again would do. Writes nothing. */
export async function dryRun(
  strapi: Core.Strapi,
  filter: Filter,
  options: Options,
): Promise<DryRun> {
  const result: DryRun = {
    dryRun: true,
    deliveries: await countSelected(strapi, filter),
    articles: 0,
    create: 0,
    update: 0,
    publish: 0,
    unpublish: 0,
    hold: 0,
    unchanged: 0,
    failed: [],
    changes: [],
  };
  for await (const { streamKey, articleId } of selectedStreams(strapi, filter)) {
    result.articles += 1;
    try {
      count(result, await previewStream(strapi, streamKey, options));
    } catch (error) {
      result.failed.push({ articleId: articleId ?? '', reason: explain(error) });
    }
  }
  return result;
}

function count(result: DryRun, preview: Awaited<ReturnType<typeof previewStream>>): void {
  const isUnchanged =
    !preview ||
    (preview.action === 'none' && preview.publication === 'none' && preview.states.length === 0);
  if (isUnchanged) {
    result.unchanged += 1;
    return;
  }
  if (preview.action !== 'none') result[preview.action] += 1;
  if (preview.publication !== 'none') result[preview.publication] += 1;
  if (result.changes.length < MAX_SHOWN) result.changes.push(preview);
}
