/** How many images as large as one may be a delivery has room for. */
const LARGEST = 10;

/** Room for pixels, out of which images are decoded. */
export interface PixelRoom {
  /** How many there may be. */
  max: number;
  /** Takes the room for an image; false where there is not enough left. */
  takes(pixels: number): boolean;
}

/** The room that all images of a delivery share. */
export interface PixelBudget {
  max: number;
  /** Takes the room for an image, once for the same bytes; false where there is not enough left. */
  takes(digest: string, pixels: number): boolean;
  /** The room as the image with this digest sees it. */
  of(digest: string): PixelRoom;
}

/**
 * Bounds what decoding the images of one delivery costs: a picture of one colour is a few bytes and takes as long
 * as a photo of its size, so the size of a body bounds nothing.
 */
export function pixelBudget({ maxPixels }: { maxPixels: number }): PixelBudget {
  const max = LARGEST * maxPixels;
  const counted = new Set<string>();
  let left = max;
  const takes = (digest: string, pixels: number): boolean => {
    if (counted.has(digest)) return true;
    if (pixels > left) return false;
    counted.add(digest);
    left -= pixels;
    return true;
  };
  return { max, takes, of: (digest) => ({ max, takes: (pixels) => takes(digest, pixels) }) };
}
