import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { joinTransaction } from '../database/transaction';
import { ledgerOf } from '../ledger/ledger';
import type { StreamState } from '../projection/article/stream-state';

/** The feed's article in an entry, locked for the length of a transaction. */
interface Locked {
  trx: Knex.Transaction;
  stream: StreamState;
}

/**
 * Carries out somebody's action on an entry under the stream's lock, so that nothing is projected into it
 * meanwhile. Otherwise Strapi would act on what it read before the projection wrote, and could leave a published
 * version behind or make a second one.
 * @param work gets what is known of the article; null where the entry is not the feed's, which is
 *   nobody's to lock.
 */
export async function underLock<Result>(
  strapi: Core.Strapi,
  documentId: string,
  work: (locked: Locked | null) => Promise<Result>,
): Promise<Result> {
  const { documents, streams } = ledgerOf(strapi);
  const streamKey = await documents.streamOf(documentId);
  if (streamKey === null) return work(null);
  return joinTransaction(strapi, async ({ trx }) => {
    const stream = await streams.lock(trx, streamKey);
    return work({ trx, stream });
  });
}
