import type { Core } from '@strapi/types';
import type { ArticlePreview } from '../../../shared/jobs';
import type { Options } from '../config/options';
import { readStream } from '../event-log/deliveries';
import { onTarget, readStreamState, untouched } from '../ledger/streams';
import { articleTarget, placeStream } from './place-stream';
import { prepareArticle } from './prepare-article';
import { targetOf } from './target-of';

/** Longest text that a preview shows of a value. */
const MAX_TEXT = 300;

/**
 * What projecting a stream would change, field by field. Writes nothing.
 * @returns null when the stream shows nothing: all of it waits for a decision.
 */
export async function previewStream(
  strapi: Core.Strapi,
  streamKey: string,
  options: Options,
): Promise<ArticlePreview | null> {
  const stream = await readStream(strapi, streamKey);
  const placing = { options, everything: false, preview: true };
  const placed = await placeStream(strapi, streamKey, stream, placing);
  const mapping = targetOf(strapi);
  const known = await readStreamState(strapi, streamKey);
  const state = onTarget(known ?? untouched(streamKey, mapping.uid), mapping.uid);
  const target = articleTarget(placed, { ...state, restore: true }, { options, mapping });
  if (!target) return null;
  const { documentId, present, plan } = await prepareArticle(strapi, target);
  const fields = Object.entries(plan.merge.write).map(([field, to]) => ({
    field,
    from: shortened(present.draft?.[field]),
    to: shortened(to),
  }));
  const states = stream.flatMap(({ deliveryId, position, state: from }) => {
    const to = placed.target.standings.get(position)?.state;
    return to && to !== from ? [{ deliveryId, from, to }] : [];
  });
  return {
    articleId: target.articleId,
    title: target.title,
    documentId: present.draft ? documentId : null,
    action: present.draft === null ? 'create' : fields.length > 0 ? 'update' : 'none',
    fields,
    publication: plan.step,
    states,
  };
}

/** A value as a preview shows it: long texts by their beginning. */
function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  }
  const json = JSON.stringify(value ?? null);
  return json.length > MAX_TEXT ? `${json.slice(0, MAX_TEXT)}…` : (value ?? null);
}
