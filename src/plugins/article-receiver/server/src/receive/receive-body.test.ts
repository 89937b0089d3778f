import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { receiveBody } from './receive-body';

/** What reading bytes whole gives. */
const whole = (bytes: Buffer) => ({
  ok: true,
  bytes,
  digest: createHash('sha256').update(bytes).digest('hex'),
});

const limits = { maxBytes: 1_000, timeoutMs: 10_000 };

/** A request with a body that the test writes. */
function request(headers: Record<string, string> = {}) {
  const stream = new PassThrough();
  return { stream, message: Object.assign(stream, { headers }) as unknown as IncomingMessage };
}

async function readAll(chunks: readonly Uint8Array[], headers: Record<string, string> = {}) {
  const { stream, message } = request(headers);
  const reading = receiveBody(message, limits);
  for (const chunk of chunks) stream.write(chunk);
  stream.end();
  return reading;
}

const chunks = fc.array(fc.uint8Array({ maxLength: 200 }), { maxLength: 12 });

describe('receiveBody', () => {
  it('gives the bytes whole or not at all, however they come', async () => {
    await fc.assert(
      fc.asyncProperty(chunks, fc.boolean(), async (parts, announces) => {
        const sent = Buffer.concat(parts);
        const headers: Record<string, string> = announces
          ? { 'content-length': String(sent.length) }
          : {};
        const read = await readAll(parts, headers);
        if (sent.length > limits.maxBytes) expect(read).toEqual({ ok: false, fault: 'too-large' });
        else expect(read).toEqual(whole(sent));
      }),
    );
  });

  it('inflates gzip under the same limit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(2_000), async (size) => {
        const read = await readAll([gzipSync(Buffer.alloc(size))], { 'content-encoding': 'gzip' });
        if (size > limits.maxBytes) expect(read).toEqual({ ok: false, fault: 'too-large' });
        else expect(read).toEqual(whole(Buffer.alloc(size)));
      }),
    );
  });

  it('gives what is no gzip as it came', async () => {
    const bytes = Buffer.from('plain');
    const read = await readAll([bytes], { 'content-encoding': 'gzip' });
    expect(read).toEqual(whole(bytes));
  });

  it.each(['', ' ', 'identity', 'IDENTITY'])(
    'gives what is encoded as "%s" as it came',
    async (encoding) => {
      const bytes = Buffer.from('plain');
      expect(await readAll([bytes], { 'content-encoding': encoding })).toEqual(whole(bytes));
    },
  );

  it.each(['br', 'deflate', 'gzip, gzip'])('refuses an encoding of %s unread', async (encoding) => {
    const { stream, message } = request({ 'content-encoding': encoding });
    expect(await receiveBody(message, limits)).toEqual({ ok: false, fault: 'unknown-encoding' });
    expect(stream.listenerCount('data')).toBe(0);
  });

  it('refuses a larger length than allowed unread', async () => {
    const { stream, message } = request({ 'content-length': '1001' });
    expect(await receiveBody(message, limits)).toEqual({ ok: false, fault: 'too-large' });
    expect(stream.listenerCount('data')).toBe(0);
  });

  it('ends when the body does not', async () => {
    const { stream, message } = request();
    stream.write('x');
    expect(await receiveBody(message, { ...limits, timeoutMs: 5 })).toEqual({
      ok: false,
      fault: 'too-slow',
    });
  });

  it('ends when the sender goes away', async () => {
    const { stream, message } = request();
    const reading = receiveBody(message, limits);
    stream.destroy(new Error('reset'));
    expect(await reading).toEqual({ ok: false, fault: 'aborted' });
  });
});
