import { createHash } from 'node:crypto';
import { decodeCanonicalBase64 } from './base64';

/**
 * A body carries each image twice, as `base64` and as `dataUrl`. Before it is stored, those strings
 * are cut out and replaced by references to the image's bytes, which are stored once by their
 * SHA-256. `restore` puts the exact body together again.
 */

/** A reference in a skeleton: `sha256:` and 64 hex digits stand where the base64 text stood. */
const REFERENCE = /^sha256:[0-9a-f]{64}$/;
const REFERENCE_LENGTH = 'sha256:'.length + 64;

/** A data URL's head is far shorter than this; RFC 2397 sets no limit. */
const MAX_DATA_URL_HEAD = 256;

export interface LiftedImage {
  /** SHA-256 of `bytes`, as 64 lower-case hex digits. */
  digest: string;
  bytes: Buffer;
}

export interface Lifted {
  /** The body with references in the place of the base64 text. */
  skeleton: Buffer;
  /** Byte offsets of the references in the skeleton, ascending. */
  lifts: number[];
  /** The distinct images that were cut out. */
  blobs: LiftedImage[];
}

/** A string value of the body: offsets of its first byte and past its last, without the quotes. */
export interface Span {
  start: number;
  end: number;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Where the base64 text of a string starts: after the head of a data URL, else at its start. */
function base64Start(body: Buffer, { start, end }: Span): number {
  const head = body.subarray(start, Math.min(end, start + MAX_DATA_URL_HEAD));
  if (head.subarray(0, 5).toString('latin1') !== 'data:') return start;
  const comma = head.indexOf(0x2c);
  return comma < 0 ? start : start + comma + 1;
}

/**
 * Cuts canonical base64 out of the given strings of a body. What is not exactly what encoding its
 * own bytes would give (escapes, line breaks, another alphabet) stays where it is.
 */
export function lift(body: Buffer, strings: readonly Span[]): Lifted {
  const blobs = new Map<string, LiftedImage>();
  const pieces: Buffer[] = [];
  const lifts: number[] = [];
  let copied = 0;
  let written = 0;
  let latest = null as { text: Buffer; digest: string } | null;

  for (const span of strings) {
    const start = base64Start(body, span);
    const text = body.subarray(start, span.end);
    // `dataUrl` repeats the `base64` right before it: comparing is cheaper than decoding again.
    const digest = latest?.text.equals(text) ? latest.digest : liftText(text, blobs);
    if (digest === null) continue;
    latest = { text, digest };
    pieces.push(body.subarray(copied, start), Buffer.from(`sha256:${digest}`, 'latin1'));
    written += start - copied;
    lifts.push(written);
    written += REFERENCE_LENGTH;
    copied = span.end;
  }
  if (lifts.length === 0) return whole(body);
  pieces.push(body.subarray(copied));
  return { skeleton: Buffer.concat(pieces), lifts, blobs: [...blobs.values()] };
}

/** A body that nothing is cut out of. */
export const whole = (body: Buffer): Lifted => ({ skeleton: body, lifts: [], blobs: [] });

/** Adds the image that a text is the canonical base64 of. @returns its digest; null for other text */
function liftText(text: Buffer, blobs: Map<string, LiftedImage>): string | null {
  const bytes = decodeCanonicalBase64(text);
  if (bytes === null || bytes.length === 0) return null;
  const digest = sha256(bytes);
  if (!blobs.has(digest)) blobs.set(digest, { digest, bytes });
  return digest;
}

/** The digests that a skeleton refers to at the given offsets, in order, with repetitions. */
export function references(skeleton: Buffer, lifts: readonly number[]): string[] {
  return lifts.map((offset) => {
    const reference = skeleton.toString('latin1', offset, offset + REFERENCE_LENGTH);
    if (!REFERENCE.test(reference))
      throw new Error(`no reference at byte ${offset} of the skeleton`);
    return reference.slice('sha256:'.length);
  });
}

/**
 * The exact body that `lift` was given.
 * @param blobs the image bytes by digest.
 * @throws Error that names the digest whose bytes are missing.
 */
export function restore(
  skeleton: Buffer,
  lifts: readonly number[],
  blobs: ReadonlyMap<string, Buffer>,
): Buffer {
  const pieces: Buffer[] = [];
  let copied = 0;
  references(skeleton, lifts).forEach((digest, index) => {
    const bytes = blobs.get(digest);
    if (!bytes) throw new Error(`the bytes of image sha256:${digest} are missing`);
    const offset = lifts[index] ?? 0;
    pieces.push(skeleton.subarray(copied, offset), Buffer.from(bytes.toString('base64'), 'latin1'));
    copied = offset + REFERENCE_LENGTH;
  });
  return Buffer.concat([...pieces, skeleton.subarray(copied)]);
}

/**
 * The image that a string of a parsed skeleton refers to: `sha256:…` alone or at the end of a data
 * URL's head; null when the string is something else.
 */
export function referencedDigest(text: string): string | null {
  const reference = text.slice(-REFERENCE_LENGTH);
  if (!REFERENCE.test(reference)) return null;
  const head = text.slice(0, -REFERENCE_LENGTH);
  return head === '' || /^data:[^,]*,$/.test(head) ? reference.slice('sha256:'.length) : null;
}
