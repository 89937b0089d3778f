import { slugOf } from '../addresses/slug';

/** Longest file name, in characters, with its extension. */
const MAX_LENGTH = 100;
const MAX_SLUG_PART = 60;
const MAX_OWN_PART = 40;

/** Names that Windows gives to devices, whatever the extension. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)$/;

/** Identifiers and digests: long runs of hexadecimal digits, UUIDs, plain numbers. */
const MACHINE_MADE = /^(?:[0-9a-f]{12,}|[0-9a-f-]{20,}|[\d-]+)$/;

export interface ImageNaming {
  /** The article's slug. */
  slug: string;
  /** The image's kind as delivered (`hero`…). */
  kind: string | null;
  alt: string | null;
  /** The image's address as delivered; only the last part of its path is looked at. */
  url: string | null;
  /** From the checked format, never from the delivery: `jpg`, `png`… */
  extension: string;
  /** Hexadecimal digest of the bytes. */
  digest: string;
}

/**
 * A name that tells an editor in the Media Library what the image is: `pour-over-ratio-hero.jpg`.
 *
 * The article's slug, then what is known of the image: the file name in its address where people
 * made it, else its kind, else its alt text, else the start of its digest. ASCII, at most 100
 * characters, no path parts, never empty. Not unique: the upload service adds its own hash.
 */
export function imageFileName({ slug, kind, alt, url, extension, digest }: ImageNaming): string {
  const article = shortened(slugOf(slug), MAX_SLUG_PART);
  const own =
    nameInAddress(url) ||
    shortened(slugOf(kind ?? ''), MAX_OWN_PART) ||
    shortened(slugOf(alt ?? ''), MAX_OWN_PART) ||
    digest
      .toLowerCase()
      .replace(/[^0-9a-f]/g, '')
      .slice(0, 12) ||
    'image';
  const repeatsArticle = own === article || own.startsWith(`${article}-`);
  const stem = article === '' || repeatsArticle ? own : `${article}-${own}`;
  const safeStem = RESERVED.test(stem) ? `${stem}-image` : stem;
  const safeExtension = /^[a-z0-9]{1,5}$/.test(extension) ? extension : 'bin';
  return `${shortened(safeStem, MAX_LENGTH - safeExtension.length - 1)}.${safeExtension}`;
}

/** The part of a file's name in storage that is made from its bytes, by which it is found again. */
export const storageSuffix = (digest: string): string => `_${digest.slice(0, 16)}`;

/** That part of a name in storage; null where the name is none of ours. */
export const storageSuffixIn = (name: string): string | null =>
  /_[0-9a-f]{16}$/.exec(name)?.[0] ?? null;

/** A file's name in storage, without extension: `pour-over-ratio-hero_3550e1b2c4d5f607`. */
export const storageNameFor = ({
  fileName,
  digest,
}: {
  fileName: string;
  digest: string;
}): string => fileName.replace(/\.[^.]*$/, '') + storageSuffix(digest);

/** The same for files from before storage names were readable. */
export const formerStorageName = (digest: string): string => `image${storageSuffix(digest)}`;

/** The readable name in an address, without its extension; empty when a machine made it. */
function nameInAddress(url: string | null): string {
  const path = (url ?? '').slice(0, 4_096).split(/[?#]/, 1)[0] ?? '';
  const file =
    path
      .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
      .split(/[/\\]/)
      .pop() ?? '';
  const name = slugOf(percentDecoded(file).replace(/\.[a-z0-9]{1,5}$/i, ''));
  return name.length < 2 || MACHINE_MADE.test(name) ? '' : shortened(name, MAX_OWN_PART);
}

function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text.replaceAll('%', ' ');
  }
}

function shortened(words: string, length: number): string {
  return words.slice(0, length).replace(/-+$/, '');
}
