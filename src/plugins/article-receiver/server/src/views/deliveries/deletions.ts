import type { Core } from '@strapi/types';
import type { Deletion } from '../../../../shared/deliveries/archive';
import { mappingOf } from '../../entries/mapping-of';
import { ledgerOf } from '../../ledger/ledger';
import { onTarget } from '../../projection/article/stream-state';
import { entryRows } from '../../strapi/entries';
import { isDeletedElsewhere } from '../../write/deleted-elsewhere';

/** Those of some articles that somebody deleted, and that did not come back, by the key of the stream. */
export async function deletionsOf(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, Deletion>> {
  const decided = await ledgerOf(strapi).decisions.inStreams([...new Set(streamKeys)]);
  const deletions = new Map<string, Deletion>();
  for (const { kind, streamKey, documentId, decidedAt, decidedBy } of decided) {
    if (kind !== 'article' || streamKey === null || documentId === null) continue;
    deletions.set(streamKey, {
      at: new Date(decidedAt).toISOString(),
      by: decidedBy,
      documentId,
    });
  }
  for (const [streamKey, { documentId }] of deletions) {
    if (!(await isGone(strapi, streamKey, documentId))) deletions.delete(streamKey);
  }
  return deletions;
}

/** Whether an article has no entry since the one that it had was deleted, and nobody asked for it to come back. */
async function isGone(strapi: Core.Strapi, streamKey: string, deleted: string): Promise<boolean> {
  const known = await ledgerOf(strapi).streams.read(streamKey);
  if (!known || known.restore) return false;
  const { uid } = mappingOf(strapi);
  const state = onTarget(known, uid);
  const { documentId, locale } = state;
  if (documentId === null) return isDeletedElsewhere(strapi, state);
  if (documentId !== deleted) return false;
  const where = { documentId, ...(locale === null ? {} : { locale }) };
  return (await entryRows(strapi, uid).count({ where })) === 0;
}
