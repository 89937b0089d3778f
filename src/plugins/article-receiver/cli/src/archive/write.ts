import { createHash } from 'node:crypto';
import { lstat, open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { CarriedDelivery } from '../../../shared/deliveries/archive';
import { CommandError, EXIT, messageOf } from '../exit';
import { FIRST_LINE } from './format';

/** Nobody but the owner reads what is in drafts. */
const MODE = 0o600;

/**
 * Writes deliveries to a file. The file appears when it is complete: until then it has another name,
 * and an interrupted export leaves only that.
 * @returns how many were written.
 * @throws CommandError where the file cannot be written, and whatever the deliveries come from throws.
 */
export async function writeArchive(
  file: string,
  deliveries: AsyncIterable<CarriedDelivery>,
): Promise<number> {
  const partial = `${file}.part`;
  const written = { deliveries: 0 };
  const read: { fault?: unknown } = {};
  const pieces = noting(piecesOf(deliveries, written), read);
  try {
    // Before anything can fail: a stream opens its file by itself at some time.
    const handle = await begun(partial);
    const own = await handle.stat();
    await pipeline(pieces, createGzip(), handle.createWriteStream());
    const there = await stat(partial).catch(() => null);
    if (there?.ino !== own.ino) throw new Error('another export to it was begun meanwhile');
    await onDisk(partial);
    await rename(partial, file);
  } catch (error) {
    if (error === read.fault) throw error;
    throw new CommandError(EXIT.findings, `${file} could not be written: ${messageOf(error)}`);
  }
  return written.deliveries;
}

/** A file of its own, also where an interrupted export left one there, or another is at work on it. */
async function begun(partial: string): Promise<FileHandle> {
  const there = await lstat(partial).catch(() => null);
  if (there?.isFile()) await rm(partial);
  return open(partial, 'w', MODE);
}

/** Passes on what comes, and notes what kept it from coming. */
async function* noting<Piece>(
  pieces: AsyncIterable<Piece>,
  read: { fault?: unknown },
): AsyncGenerator<Piece> {
  try {
    yield* pieces;
  } catch (error) {
    read.fault = error;
    throw error;
  }
}

async function* piecesOf(
  deliveries: AsyncIterable<CarriedDelivery>,
  written: { deliveries: number },
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  const hashed = (bytes: Buffer): Buffer => {
    digest.update(bytes);
    return bytes;
  };
  const line = (text: string) => hashed(Buffer.from(`${text}\n`));
  yield line(FIRST_LINE);
  for await (const { record, body } of deliveries) {
    yield line(JSON.stringify({ delivery: record, bytes: body.length }));
    yield hashed(body);
    yield line('');
    written.deliveries += 1;
  }
  const end = { deliveries: written.deliveries, digest: digest.digest('hex') };
  yield Buffer.from(`${JSON.stringify({ end })}\n`);
}

async function onDisk(file: string): Promise<void> {
  const handle = await open(file);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
