import type { Core } from '@strapi/types';
import { joinTransaction } from '../database/transaction';
import { ledgerOf } from '../ledger/ledger';
import type { StreamState } from '../projection/article/stream-state';

/**
 * Does what somebody does to an entry while nothing is projected into it: what Strapi has read of an
 * entry before it waits for a projection to write it is out of date then, and a published version that
 * was made meanwhile would be left behind, or be a second one.
 * @param work gets what is known of the article; null where the entry is not the feed's, which is
 *   nobody's to lock.
 */
export async function underLock<Result>(
  strapi: Core.Strapi,
  documentId: string,
  work: (stream: StreamState | null) => Promise<Result>,
): Promise<Result> {
  const { documents, streams } = ledgerOf(strapi);
  const streamKey = await documents.streamOf(documentId);
  if (streamKey === null) return work(null);
  return joinTransaction(strapi, async ({ trx }) => work(await streams.lock(trx, streamKey)));
}
