import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { ArticleAttention } from '../../../shared/articles/articles';
import { UIDS } from '../content-types/uids';
import { always, amount, fromJson, key, read, type Values } from '../database/columns';
import { COLUMNS, TABLES } from '../database/tables';
import { table } from '../database/sql';
import { inTransaction } from '../database/transaction';
import { askedTogether } from '../run-context/looks';
import type { Hold } from '../projection/article/plan-article';

/** A stream with what waits for a person in it. */
const FOUND = {
  streamKey: always(key),
  documentId: always(key),
  hold: COLUMNS[TABLES.stream].hold,
  parked: amount,
  failed: amount,
  suggestions: amount,
  /** Versions of its article whose flag says that something waits, or nothing yet; and the other way. */
  flagged: amount,
  unflagged: amount,
};

const isHeld = (hold: Hold | null): boolean => hold !== null && !hold.released;

const nothing = (documentId: string): ArticleAttention => ({
  documentId,
  suggestions: 0,
  held: false,
  failed: false,
  parked: 0,
  attention: false,
});

/** Versions of an article whose flag is another one, or not set. */
const otherThan = (flag: boolean) => (versions: Knex.QueryBuilder) =>
  void versions.whereNull('needs_attention').orWhereNot({ needs_attention: flag });

/** What waits for a person in each of some articles; nothing in those that are not the feed's. */
export async function attentionOf(
  strapi: Core.Strapi,
  documentIds: readonly string[],
): Promise<ArticleAttention[]> {
  const found = await attentionWhere(strapi, 'document_id', documentIds);
  const known = new Map(found.map((row) => [row.documentId, toAttention(row)]));
  return documentIds.map((documentId) => known.get(documentId) ?? nothing(documentId));
}

/** In one statement: it is asked after each projection. Joins the caller's transaction, if any. */
async function attentionWhere(
  strapi: Core.Strapi,
  column: 'document_id' | 'stream_key',
  values: readonly string[],
): Promise<Values<typeof FOUND>[]> {
  if (values.length === 0) return [];
  const streams = strapi.db.metadata.get(TABLES.stream).tableName;
  return inTransaction(strapi, async ({ trx }) => {
    const countOf = (uid: string, state: string) =>
      table(strapi, uid, trx)
        .count('*')
        .where('stream_key', strapi.db.connection.ref(`${streams}.stream_key`))
        .where({ state })
        .as(state);
    const versionsBut = (flag: boolean) =>
      table(strapi, UIDS.article, trx)
        .count('*')
        .where('document_id', strapi.db.connection.ref(`${streams}.document_id`))
        .where(otherThan(flag));
    return read(
      table(strapi, TABLES.stream, trx)
        .select({ streamKey: 'stream_key', documentId: 'document_id', hold: 'hold' })
        .select(countOf(TABLES.delivery, 'parked'), countOf(TABLES.delivery, 'failed'))
        .select(countOf(TABLES.suggestion, 'open').as('suggestions'))
        .select(versionsBut(false).as('flagged'), versionsBut(true).as('unflagged'))
        .whereIn(column, [...values])
        .whereNotNull('document_id'),
      FOUND,
    );
  });
}

function toAttention({ documentId, ...row }: Values<typeof FOUND>): ArticleAttention {
  const { suggestions, parked } = row;
  const failed = row.failed > 0;
  const held = isHeld(fromJson(row.hold));
  const attention = suggestions > 0 || held || failed || parked > 0;
  return { documentId, suggestions, held, failed, parked, attention };
}

/**
 * Brings an article's `needsAttention` in line with what waits for a person there. Joins the
 * caller's transaction. Not a change of the article: its `updatedAt` stays, and no event is sent.
 */
export async function refreshAttention(strapi: Core.Strapi, streamKey: string): Promise<void> {
  const found = await attentionOfStream(strapi, streamKey);
  if (!found) return;
  const { documentId, attention } = toAttention(found);
  const isFlagged = (attention ? found.unflagged : found.flagged) === 0;
  if (!isFlagged) await flag(strapi, documentId, attention);
}

const attentionOfStream = askedTogether(
  async (strapi: Core.Strapi, streamKeys: readonly string[]) => {
    const found = await attentionWhere(strapi, 'stream_key', [...new Set(streamKeys)]);
    const streams = new Map(found.map((row) => [row.streamKey, row]));
    return (streamKey: string) => streams.get(streamKey);
  },
);

async function flag(strapi: Core.Strapi, documentId: string, attention: boolean): Promise<void> {
  await inTransaction(strapi, async ({ trx }) => {
    await table(strapi, UIDS.article, trx)
      .where({ document_id: documentId })
      .where(otherThan(attention))
      .update({ needs_attention: attention });
  });
}

/** The articles whose flag says that something waits for somebody. */
export const flaggedArticles = async (strapi: Core.Strapi): Promise<string[]> => {
  const versions = table(strapi, UIDS.article).where({ needs_attention: true });
  const found = await read(versions.whereNotNull('document_id').distinct('document_id'), FLAGGED);
  return found.map((row) => row.document_id);
};

const FLAGGED = { document_id: always(key) };

/**
 * Fills `needsAttention` in for articles from before there was one: false, or true where something
 * waits. Does nothing when all have a value.
 */
export async function fillInAttention(strapi: Core.Strapi): Promise<void> {
  const empty = (): PromiseLike<string[]> =>
    table(strapi, UIDS.article)
      .whereNull('needs_attention')
      // Without an id, as of a script that wrote past Strapi, a row is nobody's article: it would come up for ever.
      .whereNotNull('document_id')
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
