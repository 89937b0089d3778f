import { isRecord, recordOf } from '../../../../shared/records';

/** What an image block has of a file that is the text's own; the rest is the Media Library's. */
const OF_THE_TEXT = ['url', 'alternativeText', 'caption'] as const;

/**
 * Strapi's blocks, with what others say of the same files: how a file is called, how large it is and what
 * smaller formats it has is no part of a text, though each block has a copy of it.
 */
export function withPicturesOf(blocks: unknown, others: unknown): unknown {
  const pictures = new Map(imagesIn(others).map((image) => [image.hash, image]));
  if (pictures.size === 0 || !Array.isArray(blocks)) return blocks;
  return blocks.map((block: unknown) => {
    const image = imageIn(block);
    const other = image && pictures.get(image.hash);
    if (!image || !other) return block;
    const own = Object.fromEntries(OF_THE_TEXT.map((name) => [name, image[name]]));
    return { ...recordOf(block), image: { ...other, ...own } };
  });
}

type Image = Readonly<Record<string, unknown>>;

const imagesIn = (blocks: unknown): Image[] =>
  (Array.isArray(blocks) ? blocks : []).map(imageIn).filter((image) => image !== null);

/** The image of an image block; null of anything else. */
const imageIn = (block: unknown): Image | null =>
  isRecord(block) && block.type === 'image' && isRecord(block.image) ? block.image : null;
