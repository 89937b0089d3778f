import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import { takeLocks } from '../database/locks';
import { folderRows, mediaLibrary } from '../strapi/media-library';

const LOCK = 'image-folder';

/**
 * The Media Library folder for delivered images, made when it is not there: an editor may have
 * deleted it. Instances that find it missing at the same moment take turns, and make one.
 */
export async function imageFolderId(strapi: Core.Strapi, name: string): Promise<number> {
  const find = () => folderRows(strapi).findOne({ where: { name, parent: null } });
  const existing = await find();
  if (existing) return existing.id;
  const folders = mediaLibrary(strapi).service('folder');
  return inTransaction(strapi, async ({ trx }) => {
    await takeLocks(strapi, trx, [LOCK]);
    return ((await find()) ?? (await folders.create({ name, parent: null }))).id;
  });
}
