import type { Core } from '@strapi/types';
import type { ArticleAttention } from '../../../shared/articles';
import { UIDS } from '../content-types/uids';
import { TABLES } from '../database/models';
import { table } from '../database/sql';
import { inTransaction } from '../database/transaction';
import type { Hold } from '../projection/plan-article';

interface StreamRow {
  streamKey: string;
  documentId: string;
  hold: string | null;
}

const isHeld = (hold: string | null): boolean =>
  hold !== null && !(JSON.parse(hold) as Hold).released;

const nothing = (documentId: string): ArticleAttention => ({
  documentId,
  suggestions: 0,
  held: false,
  failed: false,
  parked: 0,
  attention: false,
});

/** What waits for a person in each of some articles; nothing in those that are not the feed's. */
export async function attentionOf(
  strapi: Core.Strapi,
  documentIds: readonly string[],
): Promise<ArticleAttention[]> {
  const found = await inStreams(strapi, await streamsWhere(strapi, 'documentId', documentIds));
  const known = new Map(found.map((attention) => [attention.documentId, attention]));
  return documentIds.map((documentId) => known.get(documentId) ?? nothing(documentId));
}

const streamsWhere = async (
  strapi: Core.Strapi,
  key: 'documentId' | 'streamKey',
  values: readonly string[],
): Promise<StreamRow[]> =>
  (await strapi.db.query(TABLES.stream).findMany({
    select: ['streamKey', 'documentId', 'hold'],
    where: { [key]: { $in: values }, documentId: { $notNull: true } },
  })) as StreamRow[];

async function inStreams(
  strapi: Core.Strapi,
  streams: readonly StreamRow[],
): Promise<ArticleAttention[]> {
  const keys = streams.map(({ streamKey }) => streamKey);
  const waiting = await countBy(strapi, TABLES.delivery, keys, ['parked', 'failed']);
  const open = await countBy(strapi, TABLES.suggestion, keys, ['open']);
  return streams.map(({ streamKey, documentId, hold }) => {
    const suggestions = open(streamKey, 'open');
    const parked = waiting(streamKey, 'parked');
    const failed = waiting(streamKey, 'failed') > 0;
    const held = isHeld(hold);
    const attention = suggestions > 0 || held || failed || parked > 0;
    return { documentId, suggestions, held, failed, parked, attention };
  });
}

/** How many rows each stream has in each of some states. */
async function countBy(
  strapi: Core.Strapi,
  uid: string,
  keys: readonly string[],
  states: readonly string[],
): Promise<(key: string, state: string) => number> {
  // Joins the caller's transaction, where there is one.
  const rows =
    keys.length === 0
      ? []
      : await inTransaction(strapi, async ({ trx }) =>
          table(strapi, uid, trx)
            .whereIn('stream_key', [...keys])
            .whereIn('state', [...states])
            .select({ key: 'stream_key', state: 'state' })
            .count({ count: '*' })
            .groupBy('stream_key', 'state'),
        );
  const counts = rows as { key: string; state: string; count: number | string }[];
  return (key, state) =>
    Number(counts.find((row) => row.key === key && row.state === state)?.count ?? 0);
}

/**
 * Brings an article's `needsAttention` in line with what waits for a person there. Joins the
 * caller's transaction. Not a change of the article: its `updatedAt` stays, and no event is sent.
 */
export async function refreshAttention(strapi: Core.Strapi, streamKey: string): Promise<void> {
  const streams = await streamsWhere(strapi, 'streamKey', [streamKey]);
  for (const { documentId, attention } of await inStreams(strapi, streams)) {
    await flag(strapi, documentId, attention);
  }
}

/** Writes only where the flag is another one: most projections change nothing about it. */
async function flag(strapi: Core.Strapi, documentId: string, attention: boolean): Promise<void> {
  await inTransaction(strapi, async ({ trx }) => {
    const rows = (await table(strapi, UIDS.article, trx)
      .where({ document_id: documentId })
      .select('id', 'needs_attention')) as { id: number; needs_attention: unknown }[];
    const ids = rows
      // SQLite and MySQL give numbers for booleans.
      .filter((row) => row.needs_attention === null || Boolean(row.needs_attention) !== attention)
      .map(({ id }) => id);
    if (ids.length === 0) return;
    await table(strapi, UIDS.article, trx)
      .whereIn('id', ids)
      .update({ needs_attention: attention });
  });
}

/**
 * Fills `needsAttention` in for articles from before there was one: false, or true where something
 * waits. Does nothing when all have a value.
 */
export async function fillInAttention(strapi: Core.Strapi): Promise<void> {
  const empty = (): PromiseLike<string[]> =>
    table(strapi, UIDS.article)
      .whereNull('needs_attention')
      .limit(200)
      .distinct()
      .pluck('document_id');
  for (let ids = await empty(); ids.length > 0; ids = await empty()) {
    const found = await attentionOf(strapi, ids);
    for (const attention of [false, true]) {
      const those = found.filter((article) => article.attention === attention);
      if (those.length === 0) continue;
      await table(strapi, UIDS.article)
        .whereIn(
          'document_id',
          those.map(({ documentId }) => documentId),
        )
        .whereNull('needs_attention')
        .update({ needs_attention: attention });
    }
  }
}
