import type { Core } from '@strapi/types';
import { isRecord, recordOf } from '../../../../shared/records';
import { inTransaction, joinTransaction } from '../../database/transaction';
import { updateFileInfo } from '../../images/library-files';
import { ledgerOf } from '../../ledger/ledger';
import type { ProjectedKey, ProjectedState } from '../../ledger/shared-documents/projected-key';
import { fingerprint } from '../../projection/merge/fingerprint';
import type { Fields } from '../../projection/merge/merge';
import { mergeClaims } from '../../projection/shared-documents/file-claims';
import { staleInFile } from '../../projection/shared-documents/stale-save';
import { fileRows } from '../../strapi/media-library';
import { watchFileEdits, type FileInfo } from '../../strapi-patches/file-edits';

/** What was said of a file, by the hashes of the keys under which it was. */
type States = ReadonlyMap<string, ProjectedState>;

/**
 * Watches what anybody but the projection does to files that articles brought: a dialog of the Media Library that
 * was opened before a delivery described its file anew must not bring the former texts back.
 */
export function watchFiles(strapi: Core.Strapi): void {
  watchFileEdits(strapi, async ({ fileId, info, isReplaced }, carryOut) => {
    const { sharedDocuments } = ledgerOf(strapi);
    const keys = await sharedDocuments.keysOf('file', String(fileId));
    if (keys.length === 0) return carryOut(info);
    // The storage is not awaited within a transaction: deliveries would have to wait for it, too.
    if (isReplaced) {
      const before = await sharedDocuments.read(keys);
      const replaced = await carryOut(await withoutStale(strapi, fileId, info, before));
      const meanwhile = await sayAgain(strapi, fileId, keys, before);
      return isRecord(replaced) ? { ...replaced, ...meanwhile } : replaced;
    }
    return joinTransaction(strapi, async ({ trx }) => {
      await sharedDocuments.open(trx, keys);
      const states = await sharedDocuments.lock(trx, keys);
      return carryOut(await withoutStale(strapi, fileId, info, states));
    });
  });
}

/** The values to save: those that merely repeat what the feed had replaced become what is there now. */
async function withoutStale(
  strapi: Core.Strapi,
  fileId: number,
  info: FileInfo,
  states: States,
): Promise<FileInfo> {
  const current = await presentOf(strapi, fileId);
  const stale = [...states.values()].flatMap((state) => staleInFile(info, current, state));
  return { ...info, ...Object.fromEntries(stale.map((field) => [field, current[field]])) };
}

/**
 * Writes again what deliveries said of a file while its new picture was on the way to the storage: with the picture,
 * the dialog's former texts were written.
 * @param before what was said until then.
 * @returns what is said again.
 */
async function sayAgain(
  strapi: Core.Strapi,
  fileId: number,
  keys: readonly ProjectedKey[],
  before: States,
): Promise<Fields> {
  const { sharedDocuments } = ledgerOf(strapi);
  if (isSameSaid(before, await sharedDocuments.read(keys))) return {};
  return inTransaction(strapi, async ({ trx }) => {
    await sharedDocuments.open(trx, keys);
    const states = await sharedDocuments.lock(trx, keys);
    const current = await presentOf(strapi, fileId);
    const said: Fields = {};
    for (const [sourceKey, { claims }] of states) {
      const past = before.get(sourceKey);
      if (!past || !claims) continue;
      // By what was said until then, the texts from before are nobody's.
      Object.assign(said, mergeClaims(claims, current, past.registers, 'keep').write);
    }
    if (Object.keys(said).length > 0) await updateFileInfo(strapi, fileId, said);
    return said;
  });
}

const isSameSaid = (one: States, other: States): boolean =>
  [...other].every(
    ([sourceKey, { registers }]) =>
      fingerprint(one.get(sourceKey)?.registers) === fingerprint(registers),
  );

/** What is there of a file, with the folder as a dialog names it. */
async function presentOf(strapi: Core.Strapi, id: number): Promise<Fields> {
  const found = await fileRows(strapi).findOne({ where: { id }, populate: { folder: true } });
  const file = recordOf(found);
  return { ...file, folder: recordOf(file.folder).id };
}
