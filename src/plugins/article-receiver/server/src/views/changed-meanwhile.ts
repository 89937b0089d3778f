import type { Core } from '@strapi/types';
import type { ChangedMeanwhile } from '../../../shared/articles';
import { attentionOf } from '../content/attention';
import { shapesIn } from '../content/shapes-in';
import { targetOf } from '../content/target-of';
import { onTarget, readStreamState, streamOfDocument } from '../ledger/streams';
import { changedSince } from '../projection/field-history';

/**
 * What the service changed in an article while somebody had it open; null for an article that did
 * not come from the feed.
 * @param since when the entry was last changed that they opened, in epoch ms.
 * @param locale the one that they have open; left out: the default one.
 */
export async function changedMeanwhile(
  strapi: Core.Strapi,
  { documentId, since, locale }: { documentId: string; since: number; locale?: string },
): Promise<ChangedMeanwhile | null> {
  const streamKey = await streamOfDocument(strapi, documentId);
  const stored = streamKey === null ? null : await readStreamState(strapi, streamKey);
  if (!stored) return null;
  const mapping = targetOf(strapi);
  const state = onTarget(stored, mapping.uid);
  const { shapes } = await shapesIn(strapi, mapping, state.locale, locale);
  const fields = changedSince(state.history, since).filter(
    (field) => shapes[field.split('.')[0] ?? ''] && !mapping.clocks.includes(field),
  );
  const [waiting] = await attentionOf(strapi, [documentId]);
  return waiting ? { fields, waiting } : null;
}
