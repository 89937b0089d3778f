import type { Core, UID } from '@strapi/types';
import type { Knex } from 'knex';
import type { TestRemoval } from '../../../shared/settings';
import { UIDS } from '../content-types/uids';
import { isTestDelivery, isTestName, TEST_STATUS } from '../delivery/test-delivery';
import type { DeliveryRow } from '../event-log/deliveries';
import { TABLES } from '../event-log/models';
import { columns, table } from '../event-log/sql';
import { inTransaction } from '../event-log/transaction';
import { documentsOf } from '../ledger/streams';
import { lookAtDelivery } from './load-delivery';
import { findFile } from './upload';
import { asProjection } from './watch-editors';

interface Documents {
  delete(params: { documentId: string }): Promise<unknown>;
}

interface FileRemover {
  remove(file: { id: number }): Promise<unknown>;
}

/**
 * Removes what test deliveries left: their articles with the images, and their rows. Nothing of a
 * delivery of the service's is ever removed from the log; these are the site's own.
 */
export async function removeTestDeliveries(strapi: Core.Strapi): Promise<TestRemoval> {
  const removed: TestRemoval = { deliveries: 0, articles: 0, files: 0 };
  const rows = (await strapi.db
    .query(TABLES.delivery)
    .findMany({ where: { sourceStatus: TEST_STATUS } })) as DeliveryRow[];
  for (const row of rows) {
    const digests = await imagesOfTest(strapi, row);
    if (!digests || row.streamKey === null) continue;
    removed.articles += await removeRows(strapi, row, row.streamKey, digests);
    removed.files += await removeFiles(strapi, digests);
    removed.deliveries += 1;
  }
  return removed;
}

/** The images of a test delivery, by their digest; null when it is none. */
async function imagesOfTest(strapi: Core.Strapi, { id }: DeliveryRow): Promise<string[] | null> {
  const log = (await table(strapi, TABLES.log).where({ id }).first('token')) as
    { token: string | null } | undefined;
  if (!isTestName(log?.token ?? '')) return null;
  const stored = await lookAtDelivery(strapi, id);
  if (stored && !isTestDelivery(stored.delivery)) return null;
  return (stored?.images ?? []).flatMap(({ digest }) => digest ?? []);
}

/** @returns how many articles there were. */
async function removeRows(
  strapi: Core.Strapi,
  { id }: DeliveryRow,
  streamKey: string,
  digests: readonly string[],
): Promise<number> {
  const documentId = (await documentsOf(strapi, [streamKey])).get(streamKey)?.documentId;
  return inTransaction(strapi, async ({ trx }) => {
    // The stream first: a projection that is under way ends before, or finds nothing any more.
    await remove(strapi, trx, TABLES.stream, { streamKey });
    await remove(strapi, trx, TABLES.suggestion, { streamKey });
    await remove(strapi, trx, TABLES.attempt, { deliveryPosition: id });
    await remove(strapi, trx, TABLES.alert, { deliveryPosition: id });
    await remove(strapi, trx, TABLES.delivery, { id });
    await remove(strapi, trx, TABLES.log, { id });
    for (const digest of digests) {
      await removeAssets(strapi, digest);
      await remove(strapi, trx, TABLES.blob, { digest });
    }
    if (documentId === undefined) return 0;
    const found = await strapi.db.query(UIDS.article).count({ where: { documentId } });
    await asProjection(() => documents(strapi, UIDS.article).delete({ documentId }));
    return found > 0 ? 1 : 0;
  });
}

const documents = (strapi: Core.Strapi, uid: string): Documents =>
  strapi.documents(uid as UID.ContentType) as unknown as Documents;

const remove = async (
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  uid: string,
  where: Record<string, unknown>,
): Promise<void> => void (await table(strapi, uid, trx).where(columns(where)).delete());

async function removeAssets(strapi: Core.Strapi, digest: string): Promise<void> {
  const assets = (await strapi.db
    .query(UIDS.mediaAsset)
    .findMany({ select: ['documentId'], where: { digest } })) as { documentId: string }[];
  for (const { documentId } of assets) {
    await documents(strapi, UIDS.mediaAsset).delete({ documentId });
    await strapi.db.query(TABLES.projected).deleteMany({ where: { documentId } });
  }
}

/** The storage is no part of a transaction, so the files go when nothing refers to them any more. */
async function removeFiles(strapi: Core.Strapi, digests: readonly string[]): Promise<number> {
  const upload = strapi.plugin('upload').service('upload') as unknown as FileRemover;
  const rows = (await strapi.db
    .query(TABLES.imageFile)
    .findMany({ where: { digest: { $in: digests } } })) as { id: number; fileId: number | null }[];
  let removed = 0;
  for (const { id, fileId } of rows) {
    const file = fileId === null ? null : await findFile(strapi, fileId);
    if (file) {
      await upload.remove(file);
      removed += 1;
    }
    await strapi.db.query(TABLES.imageFile).deleteMany({ where: { id } });
    const where = { kind: 'file', documentId: String(fileId) };
    await strapi.db.query(TABLES.projected).deleteMany({ where });
  }
  return removed;
}
