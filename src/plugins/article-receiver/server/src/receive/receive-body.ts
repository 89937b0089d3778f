import { recordOf } from '../../../shared/records';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { invite } from './invite-later';

const inflate = promisify(gunzip);

export interface BodyLimits {
  /** Largest body, in bytes, as sent and after inflating. */
  maxBytes: number;
  /** Longest time that reading may take, in milliseconds. */
  timeoutMs: number;
}

export type BodyRead =
  /** `digest`: SHA-256 of the bytes, 64 hex digits. */
  | { ok: true; bytes: Buffer; digest: string }
  | { ok: false; fault: 'too-large' | 'too-slow' | 'unknown-encoding' }
  /** Code of the site's own has read it, or a part of it: the bytes are not all to be had any more. */
  | { ok: false; fault: 'read-before' }
  /** The sender went away: there is nobody to answer. */
  | { ok: false; fault: 'aborted' };

/**
 * Reads a request's body whole, or not at all: a body over the limit is refused, never cut.
 * A gzip body is inflated under the same limit; one that is no valid gzip is given as it came.
 */
export async function receiveBody(request: IncomingMessage, limits: BodyLimits): Promise<BodyRead> {
  // A header without a value names no encoding either.
  const encoding = request.headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding !== 'identity' && encoding !== 'gzip' && encoding !== 'x-gzip') {
    return { ok: false, fault: 'unknown-encoding' };
  }
  const declared = Number(request.headers['content-length'] ?? Number.NaN);
  if (declared > limits.maxBytes) return { ok: false, fault: 'too-large' };
  // Also of one that is empty nothing comes again.
  if (request.readableDidRead || request.readableEnded) return { ok: false, fault: 'read-before' };
  invite(request);
  const read = await collect(request, Number.isNaN(declared) ? null : declared, limits);
  if (!read.ok || encoding === 'identity') return read;
  try {
    const bytes = await inflate(read.bytes, { maxOutputLength: limits.maxBytes });
    return { ok: true, bytes, digest: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    const isTooLarge = recordOf(error).code === 'ERR_BUFFER_TOO_LARGE';
    return isTooLarge ? { ok: false, fault: 'too-large' } : read;
  }
}

function collect(
  request: IncomingMessage,
  declared: number | null,
  { maxBytes, timeoutMs }: BodyLimits,
): Promise<BodyRead> {
  // The sender may have gone away while its turn had not come: nothing more would be heard of it.
  if (request.destroyed && !request.readableEnded) {
    return Promise.resolve({ ok: false, fault: 'aborted' });
  }
  return new Promise((resolve) => {
    // The memory behind a large buffer is only taken as it is written: a lying length costs nothing.
    let buffer = Buffer.allocUnsafeSlow(declared ?? 64 * 1024);
    let length = 0;
    // Hashed as it comes in: while the sender's next bytes are on their way, there is nothing else to do.
    const hash = createHash('sha256');

    const finish = (result: BodyRead) => {
      clearTimeout(deadline);
      request.off('data', onData).off('end', onEnd).off('close', onClose).off('error', onClose);
      // Errors of a request that is answered already (a reset, say) are nobody's news.
      request.on('error', () => undefined);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      const end = length + chunk.length;
      if (end > maxBytes) return finish({ ok: false, fault: 'too-large' });
      if (end > buffer.length) {
        const larger = Buffer.allocUnsafeSlow(Math.min(maxBytes, Math.max(end, buffer.length * 2)));
        buffer.copy(larger, 0, 0, length);
        buffer = larger;
      }
      chunk.copy(buffer, length);
      hash.update(chunk);
      length = end;
    };
    const onEnd = () => {
      finish({ ok: true, bytes: buffer.subarray(0, length), digest: hash.digest('hex') });
    };
    const onClose = () => finish({ ok: false, fault: 'aborted' });
    const deadline = setTimeout(() => finish({ ok: false, fault: 'too-slow' }), timeoutMs);

    request.on('data', onData).on('end', onEnd).on('close', onClose).on('error', onClose);
  });
}

/** How long the rest of a refused body is still taken in, in milliseconds. */
const LINGER_MS = 5_000;

/**
 * Lets the sender of a refused body read the answer: closing the connection while it still sends
 * would reset it. What comes is thrown away, for a while, then the connection is closed.
 */
export function linger(request: IncomingMessage): void {
  if (request.complete) return;
  request.resume();
  const close = setTimeout(() => request.socket.destroy(), LINGER_MS).unref();
  request.once('close', () => clearTimeout(close)).once('end', () => clearTimeout(close));
}
