import type { Core } from '@strapi/types';
import { recordOf } from '../../../../shared/records';
import { joinTransaction } from '../../database/transaction';
import { ledgerOf } from '../../ledger/ledger';
import type { ProjectedState } from '../../ledger/shared-documents/projected-key';
import type { Fields } from '../../projection/merge/merge';
import { staleInFile } from '../../projection/shared-documents/stale-save';
import { fileRows } from '../../strapi/media-library';
import { watchFileEdits, type FileInfo } from '../../strapi-patches/file-edits';

/**
 * Stands between the files that articles brought and everybody but the projection: a dialog of the Media
 * Library that was opened before a delivery described its file anew does not bring the former texts back.
 */
export function watchFiles(strapi: Core.Strapi): void {
  watchFileEdits(strapi, async ({ fileId, info, isReplaced }, carryOut) => {
    const { sharedDocuments } = ledgerOf(strapi);
    const keys = await sharedDocuments.keysOf('file', String(fileId));
    if (keys.length === 0) return carryOut(info);
    // A storage is not waited for in a transaction, with the feed behind it.
    if (isReplaced)
      return carryOut(await withoutStale(strapi, fileId, info, await sharedDocuments.read(keys)));
    return joinTransaction(strapi, async ({ trx }) => {
      await sharedDocuments.open(trx, keys);
      const states = await sharedDocuments.lock(trx, keys);
      return carryOut(await withoutStale(strapi, fileId, info, states));
    });
  });
}

/** What is said, with what is there now where it only says what the feed had replaced. */
async function withoutStale(
  strapi: Core.Strapi,
  fileId: number,
  info: FileInfo,
  states: ReadonlyMap<string, ProjectedState>,
): Promise<FileInfo> {
  const current = await presentOf(strapi, fileId);
  const stale = [...states.values()].flatMap((state) => staleInFile(info, current, state));
  return { ...info, ...Object.fromEntries(stale.map((field) => [field, current[field]])) };
}

/** What is there of a file, with the folder as a dialog names it. */
async function presentOf(strapi: Core.Strapi, id: number): Promise<Fields> {
  const found = await fileRows(strapi).findOne({ where: { id }, populate: { folder: true } });
  const file = recordOf(found);
  return { ...file, folder: recordOf(file.folder).id };
}
