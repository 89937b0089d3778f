import { isRecord, recordOf } from '../../../../shared/records';

/** The parts of an image block that belong to the text; the others are copied from the Media Library. */
const OF_THE_TEXT = ['url', 'alternativeText', 'caption'] as const;

/**
 * Takes what blocks say about their files from other blocks with the same files. A file's name, size and smaller
 * formats are no part of a text, though Strapi copies them into each image block.
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
