import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { TestRemoval } from '../../../shared/settings/settings';
import { UIDS } from '../content-types/uids';
import { isTestDelivery, isTestName, TEST_STATUS } from '../read-delivery/test-delivery';
import type { DeliveryRow } from '../ledger/deliveries/delivery-row';
import { ledgerOf } from '../ledger/ledger';
import { eventLogOf } from '../event-log/event-log';
import { TABLES } from '../database/tables';
import { findRow, rows } from '../database/rows';
import { columns, table } from '../database/sql';
import { inTransaction } from '../database/transaction';
import { findFile } from '../images/library-files';
import { isFileUsed } from './file-uses';
import { asProjection } from '../entries/as-projection';
import { documents } from '../strapi/documents';
import { entryRows } from '../strapi/entries';
import { mediaLibrary } from '../strapi/media-library';

/** How many test deliveries there are. */
export const countTestDeliveries = (strapi: Core.Strapi): Promise<number> =>
  rows(strapi, TABLES.delivery).count({ where: { sourceStatus: TEST_STATUS } });

/**
 * Removes what test deliveries left: their articles with the images, and their rows. Nothing of a
 * delivery of the service's is ever removed from the log; these are the site's own.
 */
export async function removeTestDeliveries(strapi: Core.Strapi): Promise<TestRemoval> {
  const removed: TestRemoval = { deliveries: 0, articles: 0, files: 0 };
  const tests = await rows(strapi, TABLES.delivery).findMany({
    where: { sourceStatus: TEST_STATUS },
  });
  for (const row of tests) {
    const digests = await imagesOfTest(strapi, row);
    if (!digests || row.streamKey === null) continue;
    removed.articles += await removeRows(strapi, row, row.streamKey);
    for (const digest of digests) removed.files += await removeImage(strapi, digest);
    removed.deliveries += 1;
  }
  return removed;
}

/** The images of a test delivery, by their digest; null when it is none. */
async function imagesOfTest(strapi: Core.Strapi, { id }: DeliveryRow): Promise<string[] | null> {
  const logged = await findRow(strapi, TABLES.log, ['token'], (log) => log.where({ id }));
  if (!isTestName(logged?.token ?? '')) return null;
  const stored = await eventLogOf(strapi).look(id);
  if (stored && !isTestDelivery(stored.delivery)) return null;
  return (stored?.images ?? []).flatMap(({ digest }) => digest ?? []);
}

/** @returns how many articles there were. */
async function removeRows(
  strapi: Core.Strapi,
  { id, articleId }: DeliveryRow,
  streamKey: string,
): Promise<number> {
  const entry = (await ledgerOf(strapi).documents.of([streamKey])).get(streamKey);
  return inTransaction(strapi, async ({ trx }) => {
    // The stream first: a projection that is under way ends before, or finds nothing any more.
    await remove(strapi, trx, TABLES.stream, { streamKey });
    await remove(strapi, trx, TABLES.suggestion, { streamKey });
    await remove(strapi, trx, TABLES.attempt, { deliveryPosition: id });
    await remove(strapi, trx, TABLES.alert, { deliveryPosition: id });
    await remove(strapi, trx, TABLES.delivery, { id });
    await remove(strapi, trx, TABLES.log, { id });
    if (articleId !== null) await removeAssets(strapi, articleId);
    if (!entry) return 0;
    const { documentId, contentType } = entry;
    const found = await entryRows(strapi, contentType).count({ where: { documentId } });
    // Where the type has locales, in all of them: a test is nobody's translation.
    const everywhere = { documentId, ...(entry.locale === null ? {} : { locale: '*' }) };
    await asProjection(() => documents(strapi, contentType).delete(everywhere));
    return found > 0 ? 1 : 0;
  });
}

const remove = async (
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  uid: string,
  where: Record<string, unknown>,
): Promise<void> => void (await table(strapi, uid, trx).where(columns(where)).delete());

/** The documents of an article's images; those of other articles with the same images stay. */
async function removeAssets(strapi: Core.Strapi, articleId: string): Promise<void> {
  const own = `[${JSON.stringify(articleId)},`;
  const projected = rows(strapi, TABLES.projected);
  const assets = await projected.findMany({
    select: ['id', 'documentId'],
    where: { kind: 'media-asset', sourceId: { $startsWith: own } },
  });
  for (const { id, documentId } of assets) {
    if (documentId !== null) await documents(strapi, UIDS.mediaAsset).delete({ documentId });
    await projected.deleteMany({ where: { id } });
  }
}

/**
 * Removes an image that nothing uses any more. The storage is no part of a transaction, so this
 * comes last. @returns how many files there were.
 */
async function removeImage(strapi: Core.Strapi, digest: string): Promise<number> {
  const row = await rows(strapi, TABLES.imageFile).findOne({ where: { digest } });
  const file = typeof row?.fileId === 'number' ? await findFile(strapi, row.fileId) : null;
  if (file && (await isFileUsed(strapi, file))) return 0;
  if (file) await mediaLibrary(strapi).service('upload').remove(file);
  await rows(strapi, TABLES.blob).deleteMany({ where: { digest } });
  await rows(strapi, TABLES.imageFile).deleteMany({ where: { digest } });
  await rows(strapi, TABLES.projected).deleteMany({ where: { kind: 'file', sourceId: digest } });
  return file ? 1 : 0;
}
