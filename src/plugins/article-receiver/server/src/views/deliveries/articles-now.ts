import type { Core } from '@strapi/types';
import { UIDS } from '../../content-types/uids';
import { having } from '../../database/columns';
import { inOwnLocale } from '../../entries/article-titles';
import type { StreamDelivery } from '../../ledger/deliveries/deliveries';
import { ledgerOf } from '../../ledger/ledger';
import type { StreamDocument } from '../../ledger/streams/documents';
import { hasDrafts } from '../../mapping/model/schemas';
import type { LastWritten } from '../../projection/article/plan-article';
import { entryRows } from '../../strapi/entries';
import { schemasOf } from '../../strapi/schemas';
import { draftOf, type ArticleNow } from './standing';

/** What some articles show now, by stream key: a few statements for all of them. */
export async function articlesNow(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, ArticleNow>> {
  if (streamKeys.length === 0) return new Map();
  const drafts = await draftsIn(strapi, streamKeys);
  const streams = await ledgerOf(strapi).streams.all.findMany({
    select: [
      ...(['streamKey', 'documentId', 'locale', 'targetUid'] as const),
      ...(['publishedEffect', 'wordPosition', 'isByHand'] as const),
    ],
    where: { streamKey: { $in: streamKeys } },
  });
  const published = await publicationOf(
    strapi,
    having(streams, 'documentId').map(({ documentId, locale, targetUid }) => ({
      ...{ documentId, locale, contentType: targetUid ?? UIDS.article },
    })),
  );
  const known = new Map(streams.map((stream) => [stream.streamKey, stream]));
  return new Map(
    streamKeys.map((streamKey) => {
      const stream = known.get(streamKey);
      const publishedAt = published.get(stream?.documentId ?? '');
      return [
        streamKey,
        {
          draft: drafts.get(streamKey) ?? null,
          word: stream ? wordOf(stream) : null,
          isByHand: stream?.isByHand ?? false,
          isPublished: publishedAt === undefined ? null : publishedAt !== null,
          publishedAt: publishedAt ?? null,
        },
      ];
    }),
  );
}

const wordOf = ({
  publishedEffect,
  wordPosition,
}: Pick<LastWritten, 'publishedEffect' | 'wordPosition'>): ArticleNow['word'] =>
  publishedEffect === null || wordPosition === null
    ? null
    : { effect: publishedEffect, position: wordPosition };

/** The deliveries that the drafts of streams show, by stream key. */
async function draftsIn(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
): Promise<Map<string, StreamDelivery | null>> {
  const { deliveries, attempts } = ledgerOf(strapi);
  const streams = await deliveries.notReplaced(streamKeys);
  const tried = [...streams.values()]
    .flat()
    .filter(({ state }) => state === 'pending' || state === 'failed');
  const details =
    tried.length === 0 ? [] : await attempts.details(tried.map(({ position }) => position));
  const wasShown = new Set([...details].map(([position]) => position));
  return new Map([...streams].map(([streamKey, stream]) => [streamKey, draftOf(stream, wasShown)]));
}

/**
 * When entries were published last, in epoch ms, by documentId: those that are there, of types with drafts; null for
 * one that is not public.
 */
async function publicationOf(
  strapi: Core.Strapi,
  documents: readonly StreamDocument[],
): Promise<Map<string, number | null>> {
  const published = new Map<string, number | null>();
  for (const uid of new Set(documents.map(({ contentType }) => contentType))) {
    // A site may have dropped the type that its articles once went to.
    const schema = schemasOf(strapi).contentTypes[uid];
    if (!schema || !hasDrafts(schema)) continue;
    const ofType = documents.filter(({ contentType }) => contentType === uid);
    const versions = await entryRows(strapi, uid).findMany({
      select: ['locale', 'publishedAt'],
      where: { documentId: { $in: ofType.map(({ documentId }) => documentId) } },
    });
    for (const { documentId, publishedAt } of versions.filter(inOwnLocale(ofType))) {
      const isTime = typeof publishedAt === 'string' || publishedAt instanceof Date;
      const at = isTime ? +new Date(publishedAt) : null;
      published.set(documentId, at ?? published.get(documentId) ?? null);
    }
  }
  return published;
}
