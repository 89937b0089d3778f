import { createHash } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { CarriedDelivery } from '../../../shared/deliveries/archive';
import { FIRST_LINE } from './format';

/** Nobody but the owner reads what is in drafts. */
const MODE = 0o600;

/**
 * Writes deliveries to a file. The file appears when it is complete: until then it has another name,
 * and an interrupted export leaves only that.
 * @returns how many were written.
 */
export async function writeArchive(
  file: string,
  deliveries: AsyncIterable<CarriedDelivery>,
): Promise<number> {
  const partial = `${file}.part`;
  const written = { deliveries: 0 };
  // Before anything can fail: a stream opens its file by itself at some time.
  const handle = await open(partial, 'w', MODE);
  await pipeline(piecesOf(deliveries, written), createGzip(), handle.createWriteStream());
  await onDisk(partial);
  await rename(partial, file);
  return written.deliveries;
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
