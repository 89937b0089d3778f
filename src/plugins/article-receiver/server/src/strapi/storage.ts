import type { Core } from '@strapi/types';
import { isRecord, messageOf, recordOf } from '../../../shared/records';
import { mediaLibrary } from './media-library';

/**
 * Takes a file and its smaller formats out of the site's storage where the Media Library has no row of
 * them, by which it could do so itself. What stays there all the same costs nothing but a line in the log.
 */
export async function removeFromStorage(strapi: Core.Strapi, file: object): Promise<void> {
  const { provider } = mediaLibrary(strapi);
  const formats = Object.values(recordOf(recordOf(file).formats)).filter(isRecord);
  try {
    for (const stored of [file, ...formats]) await provider.delete(stored);
  } catch (error) {
    strapi.log.warn(
      `article-receiver: a refused image could not be taken out of the storage: ${messageOf(error)}`,
    );
  }
}
