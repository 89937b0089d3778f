import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../scripts/support/root.mjs';
import { COMMENT_TEXT, photograph } from './images.mjs';

const SAMPLE = join(ROOT, 'examples', 'deliveries', '01-ready-pour-over.json');

/** Stands where each article's own name goes. */
const NAME = 'xxxxxxxxxxxxxxxxxxxx';

/**
 * The sizes of bodies that are measured: how many bytes, in how many images of which dimensions.
 * @typedef {{ label: string, bytes: number, images: { count: number, width: number, height: number } }} Size
 * @type {Size[]}
 */
export const SIZES = [
  { label: '14 KB', bytes: 14_000, images: { count: 0, width: 0, height: 0 } },
  { label: '0.6 MB', bytes: 600_000, images: { count: 2, width: 1600, height: 900 } },
  { label: '3 MB', bytes: 3_000_000, images: { count: 2, width: 1600, height: 900 } },
  { label: '13 MB', bytes: 13_000_000, images: { count: 2, width: 2400, height: 1600 } },
];

/**
 * A body from which any number of different ones are made by writing over a few of its bytes.
 * @typedef {object} Template
 * @property {Buffer} bytes
 * @property {number[]} names offsets of the article's name
 * @property {number[][]} pictures of each image, offsets of what tells it from others
 */

/** The text of a 14 KB delivery, and of the others beside their images. */
const TEXT_BYTES = 14_000;

/** @param {Size} size @returns {Promise<Template>} */
export async function template({ bytes, images: { count, width, height } }) {
  const body = JSON.parse(await readFile(SAMPLE, 'utf8'));
  // In base64, twice.
  const each = ((bytes - TEXT_BYTES) / Math.max(1, count)) * (3 / 8);
  const pictures = [];
  for (let index = 0; index < count; index += 1) {
    pictures.push(await photograph({ width, height, bytes: Math.round(each) }));
  }
  return templateOf(body, pictures);
}

/** @param {any} body @param {Buffer[]} pictures @returns {Template} */
function templateOf(body, pictures) {
  const { article } = body;
  article.id = `art_${NAME}`;
  article.slug = `article-${NAME}`;
  article.images = pictures.map((bytes, index) => imageOf(bytes, index));
  article.heroImageUrl = article.images[0]?.url ?? '';
  const places = article.images.map((/** @type {any} */ { url }) => `![A chart](${url})\n\n`);
  article.content = places.join('') + article.content;
  const filler = `${article.content.split('\n\n')[0]}\n\n`;
  const missing = TEXT_BYTES - textLength(body);
  article.content += filler.repeat(Math.max(0, Math.floor(missing / filler.length)));
  const bytes = Buffer.from(JSON.stringify(body));
  const starts = pictures.map((picture) => base64Places(bytes, picture));
  return { bytes, names: placesOf(bytes, NAME), pictures: starts };
}

/** @param {Buffer} bytes @param {number} index */
function imageOf(bytes, index) {
  const base64 = bytes.toString('base64');
  return {
    kind: index === 0 ? 'hero' : 'inline',
    url: `https://cdn.example.com/articles/${NAME}/picture-${index}.jpg`,
    alt: 'A chart of brew ratios',
    caption: null,
    contentType: 'image/jpeg',
    byteSize: bytes.length,
    base64,
    dataUrl: `data:image/jpeg;base64,${base64}`,
  };
}

const textLength = (/** @type {any} */ body) =>
  JSON.stringify(body, (key, value) => (/^(base64|dataUrl)$/.test(key) ? '' : value)).length;

/** @param {Buffer} bytes @param {string | Buffer} text */
function placesOf(bytes, text) {
  const places = [];
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) {
    places.push(at);
  }
  return places;
}

/** Where the two texts of an image can be written over. @param {Buffer} bytes @param {Buffer} picture */
const base64Places = (bytes, picture) =>
  placesOf(bytes, picture.toString('base64')).map((at) => at + COMMENT_TEXT.at);

const hex = (/** @type {number} */ digits) =>
  randomBytes(Math.ceil(digits / 2))
    .toString('hex')
    .slice(0, digits);

/**
 * Writes the next article's body over the last one's: another name, other pictures.
 * @param {Template} from
 * @param {Buffer} bytes a copy of its bytes
 */
export function renew({ names, pictures }, bytes) {
  const name = hex(NAME.length);
  for (const at of names) bytes.write(name, at, 'latin1');
  for (const places of pictures) {
    const comment = hex(COMMENT_TEXT.length);
    for (const at of places) bytes.write(comment, at, 'latin1');
  }
  return name;
}
