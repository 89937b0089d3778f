import sharp from 'sharp';

/** Bytes that differ from picture to picture: a JPEG comment right after its start. */
const COMMENT_BYTES = 24;
/** `FF D8`, then `FF FE` and the comment's length: its text begins at a multiple of three. */
const COMMENT_AT = 6;

/** In base64, where the comment is: the same characters can be written over in the text. */
export const COMMENT_TEXT = { at: (COMMENT_AT / 3) * 4, length: (COMMENT_BYTES / 3) * 4 };

/**
 * A photograph's worth of JPEG with a comment in which a picture can be told from the next.
 * @param {{ width: number, height: number, bytes: number }} wanted `bytes` within a few per cent
 */
export async function photograph({ width, height, bytes }) {
  const noise = sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
  const pixels = await noise.raw().toBuffer();
  const encode = (/** @type {number} */ quality) =>
    sharp(pixels, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
  let [low, high] = [1, 100];
  while (high - low > 1) {
    const middle = Math.round((low + high) / 2);
    if ((await encode(middle)).length > bytes) high = middle;
    else low = middle;
  }
  return withComment(await encode(low), 'x'.repeat(COMMENT_BYTES));
}

/** @param {Buffer} jpeg @param {string} comment */
function withComment(jpeg, comment) {
  const text = Buffer.from(comment, 'latin1');
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([head, text, jpeg.subarray(2)]);
}
