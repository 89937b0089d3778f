import { AsyncLocalStorage } from 'node:async_hooks';
import type { Core } from '@strapi/types';
import { inTransaction } from '../database/transaction';
import { FILE_UID, fileRows } from '../strapi/media-library';
import { adapt, isFunction } from './adapt';

interface ImageManipulation {
  generateFileName(name: string): string;
  isFaultyImage(file: unknown): Promise<boolean>;
}

/** What uploads of ours have of their own. */
interface OwnUpload {
  /** The file's name in storage, without extension. */
  storageName: string;
  /** Asked before Strapi writes the file down; when it rejects, the upload does. */
  beforeRecord(): Promise<void>;
}

/** The upload of ours that is under way. */
const ours = new AsyncLocalStorage<OwnUpload>();

/** Marks uploads as ours. */
export const asOwnUpload = <Result>(
  upload: OwnUpload,
  work: () => Promise<Result>,
): Promise<Result> => ours.run(upload, work);

/**
 * Changes three steps of Strapi's upload service, for uploads of ours only.
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
 * They also ask once more before Strapi writes the file down, and are written down in one commit with
 * their folder: Strapi makes two of it, each waiting for the disk.
 */
export function adaptUploads(strapi: Core.Strapi): void {
  const images = strapi.plugin('upload').service<ImageManipulation>('image-manipulation');
  strapi.db.lifecycles.subscribe({
    models: [FILE_UID],
    // Whoever is in a transaction has asked before it began.
    beforeCreate: async () => {
      if (!strapi.db.inTransaction()) await ours.getStore()?.beforeRecord();
    },
  });
  const files = fileRows(strapi);
  adapt(strapi, {
    what: 'the writing of uploaded files (database, query.create)',
    without: 'each image takes one commit more',
    isKnown: isFunction(files?.create) && fileRows(strapi) === files,
    apply: () => {
      const create = files.create.bind(files);
      files.create = async (file) => {
        const own = ours.getStore();
        if (!own) return create(file);
        await own.beforeRecord();
        return inTransaction(strapi, () => create(file));
      };
    },
  });
  adapt(strapi, {
    what: 'the naming of uploaded files (upload, image-manipulation.generateFileName)',
    without:
      'images get random names in storage, and one that is uploaded twice after a crash leaves its first files there',
    isKnown: isFunction(images?.generateFileName),
    apply: () => {
      const random = images.generateFileName.bind(images);
      images.generateFileName = (name) => ours.getStore()?.storageName ?? random(name);
    },
  });
  adapt(strapi, {
    what: 'the check of uploaded images (upload, image-manipulation.isFaultyImage)',
    without: 'each image is checked twice',
    isKnown: isFunction(images?.isFaultyImage),
    apply: () => {
      const isFaulty = images.isFaultyImage.bind(images);
      images.isFaultyImage = async (file) => ours.getStore() === undefined && isFaulty(file);
    },
  });
}
