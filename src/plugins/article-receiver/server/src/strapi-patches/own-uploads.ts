import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import { alongside } from '../run-context/alongside';
import { isSaidNo } from '../faults/refusal';
import { fileRows, type LibraryFile } from '../strapi/media-library';
import { removeFromStorage } from '../strapi/storage';
import { adapt, changeOnce, isFunction } from './adapt';

interface ImageManipulation {
  generateFileName(name: string): string;
  isFaultyImage(file: unknown): Promise<boolean>;
  optimize(file: unknown): Promise<unknown>;
}

/** What an upload of ours has of its own. */
interface OwnUpload {
  /** The file's name in storage, without extension. */
  storageName: string;
  /** Called when Strapi has written the file down, in the same transaction; it may reject. */
  whenWritten(file: LibraryFile): Promise<void>;
}

interface UnderWay extends OwnUpload {
  /** The row that is being written is this upload's; those after it are made by the site's own code. */
  isWriting: boolean;
  isWritten: boolean;
}

/** The upload of ours that is under way. */
const ours = alongside<UnderWay>();

/** Marks an upload as ours. */
export async function asOwnUpload(
  { storageName, whenWritten }: OwnUpload,
  upload: () => Promise<LibraryFile>,
): Promise<LibraryFile> {
  const own = { storageName, whenWritten, isWriting: false, isWritten: false };
  const file = await ours.run(own, upload);
  if (!own.isWritten) await whenWritten(file);
  return file;
}

/**
 * Changes four steps of Strapi's upload service, for uploads of ours only.
 *
 * They choose their name in storage: Strapi adds random digits to every upload, so one that is
 * repeated after a crash would leave its first files behind; under a name that was settled before
 * it writes the same files again. The step can be replaced since 5.16
 * (https://github.com/strapi/strapi/pull/23669).
 *
 * And they are not checked for faults once more: every pixel was decoded before, where Strapi's
 * statistics take a quarter of the upload's CPU time. The check came with 5.0 and has no switch;
 * nobody has asked for one upstream. Both are as here in 5.17 to 5.54.
 *
 * They are taken as they are where Strapi cannot turn or compress them: with `autoOrientation` it asks sharp
 * to turn animations, which sharp does not, and the upload fails each time. As here in 5.17 to 5.54; nobody
 * has reported it upstream.
 *
 * They are written down in one commit with their folder and with what the receiver knows of them:
 * Strapi makes two of the former, each waiting for the disk, and between them and ours a process could
 * end, or somebody else take the image over. Strapi stores a file before it is written down, and leaves it
 * there where code of the site's own refuses the row: then it is taken out again.
 */
export function adaptUploads(strapi: Core.Strapi): void {
  const images = strapi.plugin('upload').service<ImageManipulation>('image-manipulation');
  const files = fileRows(strapi);
  adapt(strapi, {
    what: 'the writing of uploaded files (database, query.create)',
    without:
      'each image takes two commits more, and one whose upload hangs for long may be written down twice',
    isKnown: isFunction(files?.create) && fileRows(strapi) === files,
    apply: () => {
      const create = files.create.bind(files);
      files.create = async (file) => {
        const own = ours.get();
        if (!own || own.isWriting) return create(file);
        own.isWriting = true;
        const write = async () => {
          const row = await create(file);
          await own.whenWritten(row);
          return row;
        };
        const written = await inTransaction(strapi, write).catch(async (error: unknown) => {
          // Code of the site's own keeps it out, and may do so for good. Where the upload took so long that
          // somebody else made the image's file meanwhile, it is theirs.
          const isOurs = async () => !(await files.findOne({ where: { hash: own.storageName } }));
          if (isSaidNo(error) && (await isOurs())) await removeFromStorage(strapi, file.data);
          throw error;
        });
        own.isWritten = true;
        return written;
      };
    },
  });
  adapt(strapi, {
    what: 'the naming of uploaded files (upload, image-manipulation.generateFileName)',
    without:
      'images get random names in storage, and one that is uploaded twice after a crash leaves its first files there',
    isKnown: isFunction(images?.generateFileName),
    apply: () => changeOnce(images, 'generateFileName', withOwnNames),
  });
  adapt(strapi, {
    what: 'the check of uploaded images (upload, image-manipulation.isFaultyImage)',
    without: 'each image is checked twice',
    isKnown: isFunction(images?.isFaultyImage),
    apply: () => changeOnce(images, 'isFaultyImage', exceptForOurs),
  });
  adapt(strapi, {
    what: 'the optimization of uploaded images (upload, image-manipulation.optimize)',
    without:
      'an animation with an orientation tag costs its article where Strapi is to turn images',
    isKnown: isFunction(images?.optimize),
    apply: () => changeOnce(images, 'optimize', orAsItIs),
  });
}

const withOwnNames =
  (random: ImageManipulation['generateFileName']): ImageManipulation['generateFileName'] =>
  (name) =>
    ours.get()?.storageName ?? random(name);

const exceptForOurs =
  (isFaulty: ImageManipulation['isFaultyImage']): ImageManipulation['isFaultyImage'] =>
  async (file) =>
    ours.get() === undefined && isFaulty(file);

const orAsItIs =
  (optimize: ImageManipulation['optimize']): ImageManipulation['optimize'] =>
  async (file) => {
    try {
      return await optimize(file);
    } catch (error) {
      if (ours.get()) return file;
      throw error;
    }
  };
