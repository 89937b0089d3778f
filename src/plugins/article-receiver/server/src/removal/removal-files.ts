import type { Core } from '@strapi/types';
import { having } from '../database/columns';
import { TABLES } from '../database/models';
import { rows } from '../database/rows';

const FILE_UID = 'plugin::upload.file';
const FOLDER_UID = 'plugin::upload.folder';
const PAGE = 100;

interface File {
  id: number;
  name: string;
}

/**
 * Deletes the files that deliveries brought, from the Media Library and from its storage, and the
 * folder that was made for them when nothing else is in it.
 */
export async function* removeFiles(strapi: Core.Strapi, folder: string): AsyncGenerator<string> {
  const upload = strapi.plugin('upload').service('upload') as unknown as {
    remove(file: File): Promise<unknown>;
  };
  let after = 0;
  for (;;) {
    const images = await rows(strapi, TABLES.imageFile).findMany({
      select: ['id', 'fileId'],
      where: { id: { $gt: after }, fileId: { $notNull: true } },
      orderBy: { id: 'asc' },
      limit: PAGE,
    });
    for (const { fileId } of having(images, 'fileId')) {
      const file = (await strapi.db
        .query(FILE_UID)
        .findOne({ where: { id: fileId } })) as File | null;
      if (!file) continue;
      await upload.remove(file);
      yield `file ${file.name}`;
    }
    const last = images.at(-1);
    if (!last) break;
    after = last.id;
  }
  yield* removeEmptyFolder(strapi, folder);
}

async function* removeEmptyFolder(strapi: Core.Strapi, name: string): AsyncGenerator<string> {
  const folder = (await strapi.db.query(FOLDER_UID).findOne({
    where: { name, parent: null },
    populate: { files: { count: true }, children: { count: true } },
  })) as { id: number; files: { count: number }; children: { count: number } } | null;
  if (!folder || folder.files.count > 0 || folder.children.count > 0) return;
  const folders = strapi.plugin('upload').service('folder') as unknown as {
    deleteByIds(ids: number[]): Promise<unknown>;
  };
  await folders.deleteByIds([folder.id]);
  yield `folder ${name}`;
}
