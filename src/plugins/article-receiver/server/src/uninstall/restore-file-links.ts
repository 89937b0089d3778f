import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { UIDS } from '../content-types/uids';
import { id, read } from '../database/columns';
import { COLUMNS, TABLES } from '../database/tables';
import { inTransaction } from '../database/transaction';
import { filesOf } from '../ledger/streams/stream-row';
import { takeLocks } from '../database/locks';
import { fileLinkTable } from '../strapi/metadata';
import { FILE_UID } from '../strapi/media-library';

const LOCK = 'file links';

/** Rows in one statement: databases limit the number of values. */
const BATCH = 100;

interface Link {
  fileId: number;
  relatedId: number;
  type: string;
  field: string;
}

/**
 * Links articles and media assets to their files again, once all of these links are gone. Strapi
 * deletes them at a boot without the plugin if it finds its schema changed, which on MariaDB is so
 * at every boot. What the projection wrote last is known: the file of each image and of each hero.
 */
export async function restoreFileLinks(strapi: Core.Strapi): Promise<void> {
  if (await hasLinks(strapi)) return;
  const links = [...(await linksOfAssets(strapi)), ...(await linksOfHeroes(strapi))];
  if (links.length === 0) return;
  await inTransaction(strapi, async ({ trx }) => {
    // Several instances may boot at once.
    await takeLocks(strapi, trx, [LOCK]);
    if (!(await hasLinks(strapi, trx))) await insertLinks(strapi, trx, links);
  });
  strapi.log.info(`article-receiver: linked ${links.length} entries to their files again`);
}

async function hasLinks(strapi: Core.Strapi, trx?: Knex.Transaction): Promise<boolean> {
  const { name, morphColumn } = fileLinkTable(strapi);
  const { typeColumn } = morphColumn;
  const links = strapi.db
    .getConnection(name)
    .whereIn(typeColumn.name, [UIDS.article, UIDS.mediaAsset])
    .first(typeColumn.name);
  return (await (trx ? links.transacting(trx) : links)) !== undefined;
}

async function insertLinks(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  links: readonly Link[],
): Promise<void> {
  const { name, joinColumn, morphColumn } = fileLinkTable(strapi);
  const rows = links.map(({ fileId, relatedId, type, field }) => ({
    [joinColumn.name]: fileId,
    [morphColumn.idColumn.name]: relatedId,
    [morphColumn.typeColumn.name]: type,
    field,
    order: 1,
  }));
  for (let at = 0; at < rows.length; at += BATCH) {
    await strapi.db
      .getConnection(name)
      .transacting(trx)
      .insert(rows.slice(at, at + BATCH));
  }
}

const tableOf = (strapi: Core.Strapi, uid: string): string => strapi.db.metadata.get(uid).tableName;

async function linksOfAssets(strapi: Core.Strapi): Promise<Link[]> {
  const assets = tableOf(strapi, UIDS.mediaAsset);
  const images = tableOf(strapi, TABLES.imageFile);
  const files = tableOf(strapi, FILE_UID);
  const rows = await read(
    strapi.db
      .getConnection(assets)
      .join(images, `${images}.digest`, `${assets}.digest`)
      .join(files, `${files}.id`, `${images}.file_id`)
      .orderBy(`${assets}.id`)
      .select({ relatedId: `${assets}.id`, fileId: `${files}.id` }),
    { relatedId: id, fileId: id },
  );
  return rows.map((row) => ({ ...row, type: UIDS.mediaAsset, field: 'file' }));
}

async function linksOfHeroes(strapi: Core.Strapi): Promise<Link[]> {
  const articles = tableOf(strapi, UIDS.article);
  const streams = tableOf(strapi, TABLES.stream);
  const files = tableOf(strapi, FILE_UID);
  const { files: written, heroFileId } = COLUMNS[TABLES.stream];
  const rows = await read(
    strapi.db
      .getConnection(articles)
      .join(streams, `${streams}.document_id`, `${articles}.document_id`)
      .orderBy(`${articles}.id`)
      .select({
        relatedId: `${articles}.id`,
        files: `${streams}.files`,
        heroFileId: `${streams}.hero_file_id`,
      }),
    { relatedId: id, files: written, heroFileId },
  );
  const present = await presentIds(strapi, files);
  return rows.flatMap((row) => {
    const [fileId] = filesOf(row).heroImage ?? [];
    if (fileId === undefined || !present.has(fileId)) return [];
    return [{ fileId, relatedId: row.relatedId, type: UIDS.article, field: 'heroImage' }];
  });
}

async function presentIds(strapi: Core.Strapi, tableName: string): Promise<Set<number>> {
  const rows = await read(strapi.db.getConnection(tableName).select('id'), { id });
  return new Set(rows.map((row) => row.id));
}
