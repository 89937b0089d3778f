import { createHash } from 'node:crypto';

const LINE_END = 0x0a;

/** Reads lines and counted bytes from a stream of pieces, and holds no more than is asked for. */
export class ByteReader {
  /** Bytes that were read so far. */
  offset = 0;
  private readonly pieces: AsyncIterator<Buffer>;
  private readonly hash = createHash('sha256');
  private held: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.pieces = source[Symbol.asyncIterator]();
  }

  /** SHA-256 of everything that was read so far. */
  digest(): string {
    return this.hash.copy().digest('hex');
  }

  /** A line without its end; null where there is no line end within so many bytes. */
  async line(maxBytes: number): Promise<string | null> {
    const parts: Buffer[] = [];
    for (let length = 0; length <= maxBytes;) {
      if (this.held.length === 0 && !(await this.more())) return null;
      const end = this.held.indexOf(LINE_END);
      const part = this.take(end < 0 ? this.held.length : end + 1);
      parts.push(part);
      length += part.length;
      if (end >= 0) return Buffer.concat(parts).toString('utf8').slice(0, -1);
    }
    return null;
  }

  /** So many bytes; null where there are fewer. */
  async bytes(count: number): Promise<Buffer | null> {
    const parts: Buffer[] = [];
    for (let left = count; left > 0;) {
      if (this.held.length === 0 && !(await this.more())) return null;
      const part = this.take(Math.min(left, this.held.length));
      parts.push(part);
      left -= part.length;
    }
    return Buffer.concat(parts, count);
  }

  /** Whether nothing is left. */
  async isAtEnd(): Promise<boolean> {
    return this.held.length === 0 && !(await this.more());
  }

  private take(count: number): Buffer {
    const part = this.held.subarray(0, count);
    this.held = this.held.subarray(count);
    this.hash.update(part);
    this.offset += count;
    return part;
  }

  private async more(): Promise<boolean> {
    const next = await this.pieces.next();
    if (next.done) return false;
    this.held = next.value;
    return true;
  }
}
