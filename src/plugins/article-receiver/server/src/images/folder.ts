import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import { takeTurns } from '../database/locks';

const FOLDER_UID = 'plugin::upload.folder';
const TURN = 'image-folder';

interface Folder {
  id: number;
}

interface FolderService {
  create(folder: { name: string; parent: null }): Promise<Folder>;
}

/**
 * The Media Library folder for delivered images, made when it is not there: an editor may have
 * deleted it. Instances that find it missing at the same moment take turns, and make one.
 */
export async function imageFolderId(strapi: Core.Strapi, name: string): Promise<number> {
  const find = async () =>
    (await strapi.db.query(FOLDER_UID).findOne({ where: { name, parent: null } })) as Folder | null;
  const existing = await find();
  if (existing) return existing.id;
  const folders = strapi.plugin('upload').service('folder') as unknown as FolderService;
  return inTransaction(strapi, async ({ trx }) => {
    await takeTurns(strapi, trx, [TURN]);
    return ((await find()) ?? (await folders.create({ name, parent: null }))).id;
  });
}
