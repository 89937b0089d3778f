import { randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import { TABLES } from '../event-log/models';
import { columns, databaseTime, table } from '../event-log/sql';

/**
 * How long a claim lasts when nobody renews it: the wait for the images of a process that was
 * killed. Renewed at a third of that while the upload runs.
 */
const CLAIM_MS = 10_000;

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

/** The exclusive right to upload an image, kept alive until it is settled. */
export interface Claim {
  /** Ends the claim: with what came of it, or with null when nothing did. */
  settle(made: ImageFile | null): Promise<void>;
}

/**
 * Claims the upload of an image, so that two instances never upload the same bytes at once.
 * @returns null when somebody else has the claim now.
 */
export async function claimUpload(strapi: Core.Strapi, digest: string): Promise<Claim | null> {
  const claimedBy = randomUUID();
  await table(strapi, TABLES.imageFile).insert(columns({ digest })).onConflict('digest').ignore();
  const claimed: number = await table(strapi, TABLES.imageFile)
    .where({ digest })
    .andWhere((free) => {
      void free.whereNull('claimed_until').orWhere('claimed_until', '<', databaseTime(strapi));
    })
    .update(columns({ claimedBy, claimedUntil: databaseTime(strapi, CLAIM_MS) }));
  if (claimed === 0) return null;

  const own = () => table(strapi, TABLES.imageFile).where(columns({ digest, claimedBy }));
  const renewal = setInterval(() => {
    const renewed = own().update(columns({ claimedUntil: databaseTime(strapi, CLAIM_MS) }));
    // A claim that cannot be renewed lapses; the upload is then at worst repeated by another.
    renewed.catch((error: Error) => strapi.log.warn(`article-receiver: ${error.message}`));
  }, CLAIM_MS / 3);
  return {
    settle: async (made) => {
      clearInterval(renewal);
      await own().update(columns({ claimedBy: null, claimedUntil: null, ...made }));
    },
  };
}
