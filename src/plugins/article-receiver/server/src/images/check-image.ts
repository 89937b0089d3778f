import type { Metadata, Sharp, SharpOptions } from 'sharp';
import type { ImageFault } from '../../../shared/deliveries/image-faults';
import type { Placeholders } from '../../../shared/wording';
import { imageEnd } from './image-end';
import { sniff, type ImageFormat } from './magic-bytes';
import type { PixelRoom } from './pixel-budget';
import sharp from './sharp';

export interface ImageLimits {
  /** Largest file, in bytes as delivered. */
  maxBytes: number;
  /** Most pixels to decode: width × height × frames. */
  maxPixels: number;
  maxFrames: number;
}

export interface CheckedImage {
  ok: true;
  format: ImageFormat;
  contentType: string;
  /** Without a dot. */
  extension: string;
  /** Of one frame, in pixels, the right way up. */
  width: number;
  height: number;
  /** 1 for a still image. */
  frames: number;
  /** How many bytes stood after the image's end. They are not part of `bytes`. */
  trailing: number;
  /** Whether it lay on its side or its head, with a tag that says so, and was turned. */
  turned: boolean;
  /** The image, from its first to its last byte: what was checked and what to store. */
  bytes: Buffer;
}

/** Why an image is refused, as a sentence's end for a person: "is an SVG document". */
export interface RefusedImage {
  ok: false;
  reason: string;
  fault: ImageFault;
  /** The limit that it is beyond, where it is. */
  max: number | null;
}

/** What an issue says of it. */
export const refusalValues = ({ reason, fault, max }: RefusedImage): Placeholders => ({
  why: `it ${reason}`,
  fault,
  ...(max === null ? {} : { max }),
});

/** The same of one that the site's Media Library does not take. */
export const notTaken = (detail: string): Placeholders => ({
  why: `the Media Library does not take it (${detail})`,
  fault: 'notTaken' satisfies ImageFault,
  detail,
});

const TYPES: Record<ImageFormat, { contentType: string; extension: string }> = {
  jpeg: { contentType: 'image/jpeg', extension: 'jpg' },
  png: { contentType: 'image/png', extension: 'png' },
  webp: { contentType: 'image/webp', extension: 'webp' },
  gif: { contentType: 'image/gif', extension: 'gif' },
  avif: { contentType: 'image/avif', extension: 'avif' },
};

/** The file name extension of an accepted image, without a dot. */
export const extensionOf = (contentType: string): string =>
  Object.values(TYPES).find((type) => type.contentType === contentType)?.extension ?? 'bin';

/**
 * More pixels for each byte than in images with anything in them. Those of one colour alone have as many: in
 * lossless WebP and AVIF about 24,000, gradients and words up to 6,000, photos about 20.
 */
const PIXELS_A_BYTE = 25_000;
/** Below it an image may be as empty as it likes: of one colour, in 4K, WebP takes 34 bytes for it. */
const MAY_BE_EMPTY = 10_000_000;

/**
 * Checks that bytes are a whole JPEG, PNG, WebP, GIF or AVIF image within the limits.
 *
 * Strapi's upload service calls sharp without a pixel limit, several times for each image, so
 * everything that could exhaust memory is refused here, before it gets that far. Cheapest first:
 * the size, the first bytes, the structure up to the image's end, the header as sharp reads it
 * (which must name the same format), then one decode of all pixels, which finds damaged data.
 *
 * Never rejects, whatever the bytes. The name and the declared type play no part.
 *
 * @param room for the pixels that are decoded, where others share it.
 */
export async function checkImage(
  bytes: Buffer,
  limits: ImageLimits,
  room?: PixelRoom,
): Promise<CheckedImage | RefusedImage> {
  const seen = await lookAt(bytes, limits, room);
  if ('ok' in seen) return seen;
  const { image, format, metadata, frames, options } = seen;
  const { width, height } = metadata;
  try {
    const isFlawless = await decodes(
      image,
      { ...options, pages: frames },
      { format, width, height },
    );
    const trailing = bytes.length - image.length;
    const checked = { ok: true, format, ...TYPES[format], frames, trailing } as const;
    const encode = frames === 1 ? ANEW[format] : undefined;
    const turned = encode !== undefined && isLying(metadata);
    if (isFlawless && !turned) return { ...checked, width, height, turned, bytes: image };
    if (!encode) throw new Error('it has a fault');
    return {
      ...checked,
      ...(await encodedAnew(image, options, (one) => encode(one, metadata))),
      turned,
    };
  } catch {
    return undecodable(format);
  }
}

/**
 * What is wrong by the limits of now with an image that was decoded once, whole, by those of then; null where
 * nothing is. Nothing is decoded again.
 */
export async function beyondLimits(
  bytes: Buffer,
  limits: ImageLimits,
  room?: PixelRoom,
): Promise<RefusedImage | null> {
  const seen = await lookAt(bytes, limits, room);
  return 'ok' in seen ? seen : null;
}

/** An image within the limits, as far as that can be told without decoding it. */
interface SeenImage {
  image: Buffer;
  format: ImageFormat;
  metadata: Metadata;
  frames: number;
  options: SharpOptions;
}

async function lookAt(
  bytes: Buffer,
  limits: ImageLimits,
  room: PixelRoom | undefined,
): Promise<SeenImage | RefusedImage> {
  if (bytes.length > limits.maxBytes) {
    const { maxBytes } = limits;
    return refused('tooLarge', `is larger than ${maxBytes} bytes (${bytes.length})`, maxBytes);
  }
  const sniffed = sniff(bytes);
  if ('other' in sniffed) {
    const isSvg = sniffed.other === 'an SVG document';
    return refused(isSvg ? 'svg' : 'otherKind', `is ${sniffed.other}`);
  }
  const { format } = sniffed;
  const end = imageEnd(bytes, format);
  if (end === null) return refused('damaged', `is a ${format} image that is cut off or damaged`);
  const image = bytes.subarray(0, end);
  const options: SharpOptions = {
    limitInputPixels: limits.maxPixels,
    failOn: 'error',
    sequentialRead: true,
  };
  // Without a limit for the header only: nothing is decoded, and the reason can name the size.
  const metadata = await sharp(image, { ...options, limitInputPixels: false })
    .metadata()
    .catch(() => null);
  if (!metadata) return undecodable(format);
  const seen = { image, format, metadata, frames: metadata.pages ?? 1, options };
  return unfit(seen, limits, room) ?? seen;
}

/** What is wrong with an image by its header. */
function unfit(
  { image, format, metadata, frames }: SeenImage,
  { maxFrames, maxPixels }: ImageLimits,
  room: PixelRoom | undefined,
): RefusedImage | null {
  const { width, height } = metadata;
  if (formatOf(metadata) !== format) {
    return refused('damaged', `begins like a ${format} image but is ${metadata.format}`);
  }
  if (frames > maxFrames) {
    return refused('tooManyFrames', `has more than ${maxFrames} frames (${frames})`, maxFrames);
  }
  const pixels = width * height * frames;
  const size = `${width} × ${height}${frames > 1 ? ` × ${frames} frames` : ''}`;
  if (pixels > maxPixels) {
    return refused('tooManyPixels', `has more than ${maxPixels} pixels (${size})`, maxPixels);
  }
  if (pixels > MAY_BE_EMPTY && pixels > PIXELS_A_BYTE * image.length) {
    const found = `${size} in ${image.length} bytes`;
    const reason = `has more than ${PIXELS_A_BYTE} pixels for each of its bytes (${found})`;
    return refused('tooEmpty', reason, PIXELS_A_BYTE);
  }
  if (room && !room.takes(pixels)) {
    const { max } = room;
    const reason = `would bring the delivery's images to more than ${max} pixels together (${size})`;
    return refused('tooManyTogether', reason, max);
  }
  return null;
}

/**
 * Reads every pixel once and throws them away; a shrunken result keeps memory low. As strict as Strapi's
 * own reading (sharp's default, where a warning is a fault): what it fails at would cost the article.
 * @returns whether it went without a warning.
 */
async function decodes(
  image: Buffer,
  options: SharpOptions,
  { format, width, height }: { format: ImageFormat; width: number; height: number },
): Promise<boolean> {
  const pixels = sharp(image, { ...options, failOn: 'warning' });
  // A JPEG that is made smaller while it is read is not read whole: faults in the rest go unseen.
  if (format === 'jpeg') pixels.extract({ left: 0, top: 0, width, height });
  return pixels
    .resize(1, 1, { fit: 'fill' })
    .raw()
    .toBuffer()
    .then(
      () => true,
      () => false,
    );
}

/** As good as the eye can tell; the size stays near the delivered one's. */
const quality = 90;

type Encode = (image: Sharp, metadata: Metadata) => Sharp;

/**
 * How a still image is encoded anew. AVIF is turned by whatever reads it, GIF has no orientation. sharp turns
 * no animation (https://sharp.pixelplumbing.com/api-operation/#autoorient): it stays as it is.
 */
const ANEW: Partial<Record<ImageFormat, Encode>> = {
  jpeg: (image) => image.jpeg({ quality }),
  // With 16 bits where it has them: sharp makes them 8, and fails at that with some profiles.
  png: (image, { depth, space }) => (depth === 'ushort' ? image.toColourspace(space) : image).png(),
  webp: (image) => image.webp({ quality }),
};

/**
 * An image the right way up, and without what decoders warn of: a JPEG with stray or lost bytes is shown by
 * every browser, but Strapi makes no smaller formats of it.
 * @throws where it is damaged indeed.
 */
async function encodedAnew(
  image: Buffer,
  options: SharpOptions,
  encode: (image: Sharp) => Sharp,
): Promise<{ bytes: Buffer; width: number; height: number }> {
  const upright = sharp(image, { ...options, sequentialRead: false })
    .rotate()
    .keepIccProfile();
  const { data, info } = await encode(upright).toBuffer({ resolveWithObject: true });
  return { bytes: data, width: info.width, height: info.height };
}

/**
 * Whether it has to be turned as its orientation tag says: the smaller formats that Strapi makes of it,
 * and many a reader, know nothing of the tag.
 */
const isLying = ({ orientation }: Metadata): boolean => (orientation ?? 1) !== 1;

function formatOf({ format, compression }: Metadata): string | undefined {
  if (format === 'heif') return compression === 'av1' ? 'avif' : 'heif';
  return format;
}

const undecodable = (format: ImageFormat): RefusedImage =>
  refused('damaged', `cannot be decoded as ${format}`);

function refused(fault: ImageFault, reason: string, max: number | null = null): RefusedImage {
  return { ok: false, reason, fault, max };
}
