import type { Core } from '@strapi/types';
import type { Claim, Claimable } from '../database/claims';
import { TABLES } from '../database/models';
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

/** The file that an image became, by the SHA-256 of its bytes; null when it has none yet. */
export async function imageFileOf(strapi: Core.Strapi, digest: string): Promise<ImageFile | null> {
  const row = (await strapi.db.query(TABLES.imageFile).findOne({
    select: ['fileId', 'contentType', 'byteSize', 'trailing'],
    where: { digest, fileId: { $notNull: true } },
  })) as ImageFile | null;
  return row;
}

/** The right to upload an image: to be claimed, and settled with its file. */
export const uploadOf = (digest: string): Claimable => ({
  uid: TABLES.imageFile,
  key: 'digest',
  name: digest,
});

/** Gives an upload's claim back with the file that came of it. */
export const settleUpload = (claim: Claim, made: ImageFile): Promise<void> =>
  claim.settle(columns({ ...made }));
