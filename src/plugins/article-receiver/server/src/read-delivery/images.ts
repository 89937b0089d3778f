import { createHash } from 'node:crypto';
import { issueOf, type Issue } from '../../../shared/deliveries/issues';
import { referencedDigest } from './lift';
import type { WireArticle, WireImage } from './wire';

/** An image as a delivery describes it, with where its bytes are. */
export interface DeliveredImage {
  /** Its place in the delivery: `article.images.0`. */
  path: string;
  kind: string | null;
  url: string | null;
  alt: string | null;
  caption: string | null;
  declaredType: string | null;
  declaredSize: number | null;
  /** SHA-256 of its bytes; null when the delivery has no usable bytes. */
  digest: string | null;
  /** The bytes themselves where the body has them; null where the log stores them by digest. */
  bytes: Buffer | null;
}

interface Content {
  digest: string;
  bytes: Buffer | null;
}

/** An article of the feed has a handful. */
const MAX_IMAGES = 1_000;

/** Line breaks and the URL alphabet are within what encoders write; other characters are not. */
const BASE64 = /^[A-Za-z0-9+/_\s-]*(?:=\s*){0,2}$/;

/**
 * The images of a stored delivery. The bytes are taken from `base64`, else from `dataUrl`.
 * @param stored digests that this delivery's own body refers to; any other reference is just text
 *   that somebody wrote there.
 * @param issues what does not fit is added here; it never costs the other images.
 */
export function readImages(
  article: WireArticle,
  stored: ReadonlySet<string>,
  issues: Issue[],
): DeliveredImage[] {
  const images = article.images ?? [];
  if (images.length > MAX_IMAGES) {
    issues.push(issueOf('article.images', 'tooManyImages', { max: MAX_IMAGES }));
  }
  return images.slice(0, MAX_IMAGES).map((image, index) => {
    const path = `article.images.${index}`;
    const content = readContent(image, path, stored, issues);
    return {
      path,
      kind: image.kind,
      url: image.url,
      alt: image.alt,
      caption: image.caption,
      declaredType: image.contentType,
      declaredSize: image.byteSize,
      digest: content?.digest ?? null,
      bytes: content?.bytes ?? null,
    };
  });
}

function readContent(
  image: WireImage,
  path: string,
  stored: ReadonlySet<string>,
  issues: Issue[],
): Content | null {
  const base64 = decode(withoutHead(image.base64), stored);
  const dataUrl = decode(dataOf(image.dataUrl), stored);
  if (image.base64 && !base64) {
    issues.push(issueOf(`${path}.base64`, 'imageNoBase64'));
  }
  if (image.dataUrl && !dataUrl) {
    issues.push(issueOf(`${path}.dataUrl`, 'imageNoDataUrl'));
  }
  if (base64 && dataUrl && base64.digest !== dataUrl.digest) {
    issues.push(issueOf(`${path}.dataUrl`, 'imageTwo'));
  }
  const content = base64 ?? dataUrl;
  if (!content) issues.push(issueOf(path, 'imageMissing'));
  return content;
}

/**
 * What a `base64` field holds, without the head of a data URL that some put before it: a long one is cut
 * out of the body behind that head, and a short one is to mean the same.
 */
const withoutHead = (base64: string | null): string | null =>
  base64?.replace(/^data:[^,]{0,250},/i, '') ?? null;

/** The base64 part of a data URL (RFC 2397); null when it is none. */
function dataOf(dataUrl: string | null): string | null {
  const match = dataUrl === null ? null : /^data:[^,]{0,200};base64,/i.exec(dataUrl);
  return match && dataUrl ? dataUrl.slice(match[0].length) : null;
}

function decode(text: string | null, stored: ReadonlySet<string>): Content | null {
  if (!text) return null;
  const reference = referencedDigest(text);
  if (reference !== null && stored.has(reference)) return { digest: reference, bytes: null };
  if (!BASE64.test(text)) return null;
  // Node's decoder takes both alphabets, and passes over white space: no copy of megabytes is made.
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0) return null;
  return { digest: createHash('sha256').update(bytes).digest('hex'), bytes };
}
