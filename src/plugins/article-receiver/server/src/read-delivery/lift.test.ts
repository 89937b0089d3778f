import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { lift, referencedDigest, references, restore, type Span } from './lift';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Text between strings, strings of base64 or of anything, and where the strings stand. */
const body = fc
  .array(
    fc.record({
      before: fc.string({ maxLength: 20 }),
      head: fc.constantFrom('', 'data:image/png;base64,', 'data:,', 'data:'),
      text: fc.oneof(
        fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes).toString('base64')),
        fc.string({ maxLength: 60 }),
        fc.constant(`sha256:${'a'.repeat(64)}`),
      ),
    }),
    { maxLength: 6 },
  )
  .map((pieces) => {
    const strings: Span[] = [];
    let bytes = Buffer.alloc(0);
    for (const { before, head, text } of pieces) {
      const start = bytes.length + Buffer.byteLength(before);
      bytes = Buffer.concat([bytes, Buffer.from(before + head + text)]);
      strings.push({ start, end: bytes.length });
    }
    return { bytes, strings };
  });

describe('lift and restore', () => {
  it('give back exactly the body that was lifted', () => {
    fc.assert(
      fc.property(body, ({ bytes, strings }) => {
        const { skeleton, lifts, blobs } = lift(bytes, strings);
        const stored = new Map(blobs.map((blob) => [blob.digest, blob.bytes]));
        expect(restore(skeleton, lifts, stored).equals(bytes)).toBe(true);
        expect(new Set(references(skeleton, lifts))).toEqual(new Set(stored.keys()));
        for (const blob of blobs) expect(blob.digest).toBe(sha256(blob.bytes));
      }),
      { numRuns: 1_000 },
    );
  });

  it('store the same image once', () => {
    const base64 = Buffer.from('an image').toString('base64');
    const text = `${base64}|data:image/png;base64,${base64}|${base64}`;
    const second = base64.length + 1;
    const third = text.lastIndexOf('|') + 1;
    const { lifts, blobs } = lift(Buffer.from(text), [
      { start: 0, end: base64.length },
      { start: second, end: third - 1 },
      { start: third, end: text.length },
    ]);
    expect([lifts.length, blobs.length]).toEqual([3, 1]);
  });

  it('leave what is not canonical where it is', () => {
    const bytes = Buffer.from('QUI\\/QUI=');
    const lifted = lift(bytes, [{ start: 0, end: bytes.length }]);
    expect(lifted).toEqual({ skeleton: bytes, lifts: [], blobs: [] });
  });

  it('name the image whose bytes are missing', () => {
    const bytes = Buffer.from(Buffer.from('an image').toString('base64'));
    const { skeleton, lifts } = lift(bytes, [{ start: 0, end: bytes.length }]);
    expect(() => restore(skeleton, lifts, new Map())).toThrow(sha256(Buffer.from('an image')));
  });

  it('refuse a position where no reference stands', () => {
    expect(() => references(Buffer.from('x'.repeat(100)), [3])).toThrow(/byte 3/);
  });
});

describe('referencedDigest', () => {
  const digest = 'ab'.repeat(32);
  it.each([
    [`sha256:${digest}`, digest],
    [`data:image/png;base64,sha256:${digest}`, digest],
    [`x sha256:${digest}`, null],
    [`sha256:${digest} `, null],
    [`sha256:${digest.toUpperCase()}`, null],
    ['', null],
  ])('reads %j as %j', (text, expected) => {
    expect(referencedDigest(text)).toBe(expected);
  });
});
