import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import { takeLocks } from '../database/locks';
import { ledgerOf } from '../ledger/ledger';
import type { PinKey } from '../ledger/settings/pins';
import { folderRows, mediaLibrary, type Folder } from '../strapi/media-library';

const LOCK = 'image-folder';

/**
 * The Media Library folder for delivered images, made when it is not there: an editor may have
 * deleted it. Instances that find it missing at the same moment take turns, and make one.
 * @param name in the options; editors may have given it another, and put it elsewhere.
 */
export async function imageFolderId(strapi: Core.Strapi, name: string): Promise<number> {
  const kept = await findKept(strapi, name);
  if (kept) return kept.id;
  return inTransaction(strapi, async ({ trx }) => {
    await takeLocks(strapi, trx, [LOCK]);
    const folder =
      (await findNamed(strapi, name)) ??
      (await mediaLibrary(strapi).service('folder').create({ name, parent: null }));
    await ledgerOf(strapi).pins.keep(trx, pinOf(name), folder.documentId);
    return folder.id;
  });
}

/** That folder, as far as there is one. */
export const findImageFolder = async (strapi: Core.Strapi, name: string): Promise<Folder | null> =>
  (await findKept(strapi, name)) ?? (await findNamed(strapi, name));

/** By the id that it keeps in a backup, too. */
async function findKept(strapi: Core.Strapi, name: string): Promise<Folder | null> {
  const pin = await ledgerOf(strapi).pins.read(pinOf(name));
  return pin && folderRows(strapi).findOne({ where: { documentId: pin.value } });
}

const findNamed = (strapi: Core.Strapi, name: string): Promise<Folder | null> =>
  folderRows(strapi).findOne({ where: { name, parent: null } });

const pinOf = (name: string): PinKey => `imageFolder ${name}`;
