import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';
import { having } from '../database/columns';
import { TABLES } from '../database/tables';
import { rows } from '../database/rows';
import { findImageFolder } from '../images/folder';
import { findFile } from '../images/library-files';
import { folderRows, mediaLibrary } from '../strapi/media-library';
import { isFileUsed } from './file-uses';

const PAGE = 100;

/**
 * Deletes the files that deliveries brought, from the Media Library and from its storage, and the
 * folder that was made for them when nothing else is in it. What entries of the site's own show is theirs.
 */
export async function* removeFiles(strapi: Core.Strapi, folder: string): AsyncGenerator<string> {
  const upload = mediaLibrary(strapi).service('upload');
  let after = 0;
  for (;;) {
    const images = await rows(strapi, TABLES.imageFile).findMany({
      select: ['id', 'fileId'],
      where: { id: { $gt: after }, fileId: { $notNull: true } },
      orderBy: { id: 'asc' },
      limit: PAGE,
    });
    for (const { fileId } of having(images, 'fileId')) {
      const file = await findFile(strapi, fileId);
      if (!file || (await isFileUsed(strapi, file, Object.values(UIDS)))) continue;
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
  const kept = await findImageFolder(strapi, name);
  const folder =
    kept &&
    (await folderRows(strapi).findOne({
      where: { id: kept.id },
      populate: { files: { count: true }, children: { count: true } },
    }));
  if (!folder || [folder.files, folder.children].some((all) => (all?.count ?? 0) > 0)) return;
  await mediaLibrary(strapi).service('folder').deleteByIds([folder.id]);
  yield `folder ${name}`;
}
