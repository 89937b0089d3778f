import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import type { CarriedDelivery } from '../../../shared/deliveries/archive';
import { counted } from '../counted';
import { messageOf, usageError } from '../exit';
import { ByteReader } from './byte-reader';
import { END, FIRST_LINE, HEAD, MAX_LINE_BYTES } from './format';

/**
 * The deliveries of an export, one in memory at a time. Nothing that is not whole comes out: each
 * body has its digest, and the end says how many there were.
 * @throws CommandError that names the place when the file is broken, or something else.
 */
export async function* readArchive(file: string): AsyncGenerator<CarriedDelivery> {
  const packed = createReadStream(file);
  const unpacked = createGunzip();
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
  const reader = new ByteReader(unpacked as AsyncIterable<Buffer>);
  const place = { delivery: 0, offset: 0 };
  try {
    yield* deliveriesOf(reader, place);
  } catch (error) {
    const at =
      place.delivery === 0
        ? ''
        : ` (at delivery ${place.delivery}, byte ${place.offset} of what is unpacked)`;
    throw usageError(`${file} cannot be imported: ${messageOf(error)}${at}`);
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

async function* deliveriesOf(
  reader: ByteReader,
  place: { delivery: number; offset: number },
): AsyncGenerator<CarriedDelivery> {
  const first = await reader.line(MAX_LINE_BYTES).catch((error: unknown) => {
    throw new Error(`it is no export of this command (${messageOf(error)})`);
  });
  if (first !== FIRST_LINE) {
    const said = first?.startsWith('article-receiver export ')
      ? `it says "${first.slice(0, 60)}", and this version reads "${FIRST_LINE}"`
      : 'it is no export of this command';
    throw new Error(said);
  }
  for (;;) {
    place.delivery += 1;
    place.offset = reader.offset;
    const before = reader.digest();
    const line = await reader.line(MAX_LINE_BYTES);
    if (line === null) throw new Error('it ends before its end mark, or a line is too long');
    const value = parsed(line);
    if (isEnd(value)) {
      const { end } = checked(END, value);
      await checkEnd(reader, end, { deliveries: place.delivery - 1, digest: before });
      return;
    }
    const { delivery: record, bytes } = checked(HEAD, value);
    const body = await reader.bytes(bytes);
    const lineEnd = await reader.line(1);
    if (!body || lineEnd === null) throw new Error('it ends, or goes on, within a body');
    const digest = createHash('sha256').update(body).digest('hex');
    if (digest !== record.digest) {
      throw new Error(`the body of sha256 ${record.digest} hashes to ${digest}`);
    }
    yield { record, body };
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    throw new Error('expected a line of JSON');
  }
}

const isEnd = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'end' in value;

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Error(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'something else'}`);
}

async function checkEnd(
  reader: ByteReader,
  said: { deliveries: number; digest: string },
  found: { deliveries: number; digest: string },
): Promise<void> {
  if (said.deliveries !== found.deliveries) {
    const many = counted(said.deliveries, 'delivery', 'deliveries');
    throw new Error(`its end speaks of ${many}, not ${found.deliveries}`);
  }
  if (said.digest !== found.digest) throw new Error('its end names another digest than it has');
  if (!(await reader.isAtEnd())) throw new Error('something follows its end');
}
