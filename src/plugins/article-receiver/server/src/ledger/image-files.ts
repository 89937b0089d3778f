import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Claim, Claimable } from '../database/claims';
import { TABLES } from '../database/models';
import { rows } from '../database/rows';
import { columns } from '../database/sql';

/** What became of an image: its file, and what its bytes turned out to be. */
export interface ImageFile {
  fileId: number;
  /** Media type of the real format. */
  contentType: string;
  /** Size as delivered, in bytes. */
  byteSize: number;
  /** Bytes after the end of the image, which were not uploaded. */
  trailing: number;
}

/** What is written down of an image, from the moment when somebody is about to upload it. */
interface ImageRow {
  /** The file that it became; null when it has none yet. */
  made: ImageFile | null;
  /**
   * Its name in storage, settled before its first upload: whoever uploads it again, after a crash or
   * because somebody deleted its file, writes the same files. Null for one from before names were
   * written down.
   */
  storageName: string | null;
}

/** What is written down of an image, by the SHA-256 of its bytes. */
export async function imageRowOf(strapi: Core.Strapi, digest: string): Promise<ImageRow> {
  const row = await rows(strapi, TABLES.imageFile).findOne({
    select: ['fileId', 'contentType', 'byteSize', 'trailing', 'storageName'],
    where: { digest },
  });
  if (!row) return { made: null, storageName: null };
  const { fileId, contentType, byteSize, trailing, storageName } = row;
  if (fileId === null) return { made: null, storageName };
  // Written together with the file.
  const image = {
    contentType: contentType ?? '',
    byteSize: byteSize ?? 0,
    trailing: trailing ?? 0,
  };
  return { made: { fileId, ...image }, storageName };
}

/** The file that an image became, by the SHA-256 of its bytes; null when it has none yet. */
export const imageFileOf = async (strapi: Core.Strapi, digest: string): Promise<ImageFile | null> =>
  (await imageRowOf(strapi, digest)).made;

/**
 * The right to upload an image: to be claimed, and settled with its file.
 * @param storageName the image's name in storage, if it has none yet.
 */
export const uploadOf = (digest: string, storageName: string | null = null): Claimable => ({
  uid: TABLES.imageFile,
  key: 'digest',
  name: digest,
  first: columns({ storageName }),
});

/** Gives an upload's claim back with the file that came of it. @param also what is written with it. */
export const settleUpload = (
  claim: Claim,
  made: ImageFile,
  also: (trx: Knex.Transaction) => Promise<void>,
): Promise<void> => claim.settle(columns({ ...made }), also);
