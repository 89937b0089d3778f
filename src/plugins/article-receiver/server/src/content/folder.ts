import type { Core } from '@strapi/types';

const FOLDER_UID = 'plugin::upload.folder';

interface Folder {
  id: number;
}

interface FolderService {
  create(folder: { name: string; parent: null }): Promise<Folder>;
}

/**
 * The Media Library folder for delivered images, made when it is not there: an editor may have
 * deleted it, or a second instance may make it at the same moment.
 */
export async function imageFolderId(strapi: Core.Strapi, name: string): Promise<number> {
  const find = async () =>
    (await strapi.db.query(FOLDER_UID).findOne({ where: { name, parent: null } })) as Folder | null;
  const existing = await find();
  if (existing) return existing.id;
  const folders = strapi.plugin('upload').service('folder') as unknown as FolderService;
  try {
    return (await folders.create({ name, parent: null })).id;
  } catch (error) {
    const made = await find();
    if (made) return made.id;
    throw error;
  }
}
