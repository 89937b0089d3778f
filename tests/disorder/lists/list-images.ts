import { makeImage, type WireImage } from '../../support/feed/images';
import type { Site } from '../../support/site/site';
import { IMAGES } from './list-steps';

/** By what an image is known in a history. */
export const altOf = (image: number): string => `Picture ${image}`;

/** The images that histories speak of, by their number. */
export const listImages = (): Promise<WireImage[]> =>
  Promise.all(
    Array.from({ length: IMAGES }, (_, image) =>
      makeImage(
        { color: `#10203${image}` },
        { kind: 'inline', url: `https://x.example/${image}.png`, alt: altOf(image) },
      ),
    ),
  );

/** Deletes an image in the Media Library, as a person does. @returns whether it was there. */
export async function deleteImage({ strapi }: Site, image: number): Promise<boolean> {
  const where = { alternativeText: altOf(image) };
  const file = await strapi.db.query('plugin::upload.file').findOne({ where });
  if (file) await strapi.plugin('upload').service('upload').remove(file);
  return file !== null;
}
