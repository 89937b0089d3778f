import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import type { Claim, Claimable } from '../../database/claims';
import { fromJson, having, toJson } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows, type RowOf } from '../../database/rows';
import { columns } from '../../database/sql';
import { foundTogether } from '../../run-context/looks';

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

const FIELDS = ['digest', 'fileId', 'contentType', 'byteSize', 'trailing', 'storageName'] as const;

/** Deleted files of an image that are remembered. */
const MAX_FORMER = 20;

type Row = Pick<RowOf<typeof TABLES.imageFile>, (typeof FIELDS)[number]>;

/** The files that images became, by the SHA-256 of their bytes. */
export class ImageFiles {
  constructor(private readonly strapi: Core.Strapi) {}

  /** What is written down of an image, by the SHA-256 of its bytes. */
  async row(digest: string): Promise<ImageRow> {
    const [row] = await imageRows(this.strapi, [digest]);
    return row ? { made: madeOf(row), storageName: row.storageName } : NOTHING;
  }

  /** The files that images had been before, and that somebody deleted, by the ids of those that they are now. */
  async formerIdsOf(fileIds: readonly number[]): Promise<Map<number, readonly number[]>> {
    const found = await rows(this.strapi, TABLES.imageFile).findMany({
      select: ['fileId', 'formerIds'],
      where: { fileId: { $in: fileIds } },
    });
    return new Map(
      having(found, 'fileId').map(({ fileId, formerIds }) => [fileId, fromJson(formerIds) ?? []]),
    );
  }

  /** The files that images became, by the SHA-256 of their bytes: of those that have one. */
  async of(digests: readonly string[]): Promise<Map<string, ImageFile>> {
    return findMade(this.strapi, digests);
  }

  /**
   * The right to upload an image: to be claimed, and settled with its file.
   * @param storageName the image's name in storage, if it has none yet.
   */
  uploadOf(digest: string, storageName: string | null = null): Claimable {
    return {
      uid: TABLES.imageFile,
      key: 'digest',
      name: digest,
      first: columns({ storageName }),
    };
  }

  /**
   * Gives an upload's claim back with the file that came of it.
   * @param also what is written with it.
   * @param former the files that the image was before, and that somebody deleted.
   */
  settleUpload(
    claim: Claim,
    made: ImageFile,
    also: (trx: Knex.Transaction) => Promise<void>,
    former: readonly number[] = [],
  ): Promise<void> {
    const formerIds = former.length > 0 ? { formerIds: toJson(former.slice(-MAX_FORMER)) } : {};
    return claim.settle(columns({ ...made, ...formerIds }), also);
  }
}

const imageRows = (strapi: Core.Strapi, digests: readonly string[]): Promise<Row[]> =>
  rows(strapi, TABLES.imageFile).findMany({ select: FIELDS, where: { digest: { $in: digests } } });

const findMade = foundTogether(async (strapi, digests: readonly string[]) => {
  const found = await imageRows(strapi, digests);
  return new Map(
    found.flatMap((row) => {
      const made = madeOf(row);
      return made === null ? [] : [[row.digest, made] as const];
    }),
  );
});

const NOTHING: ImageRow = { made: null, storageName: null };

const madeOf = ({ fileId, contentType, byteSize, trailing }: Row): ImageFile | null =>
  fileId === null
    ? null
    : {
        fileId,
        // Written together with the file.
        contentType: contentType ?? '',
        byteSize: byteSize ?? 0,
        trailing: trailing ?? 0,
      };
