import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection without an HTTP client, to send what no client would. */
export class RawConnection {
  private received = '';

  private constructor(readonly socket: Socket) {
    // A reset is one of the answers.
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')));
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  async send(text: string | Buffer): Promise<void> {
    if (this.socket.destroyed) return;
    await new Promise<void>((resolve) => this.socket.write(text, () => resolve()));
  }

  /** All that came back, once the other side is done. */
  async finished(): Promise<string> {
    if (!this.socket.destroyed) await once(this.socket, 'close');
    return this.received;
  }

  /** What came back so far, once it contains the text. */
  async until(text: string): Promise<string> {
    while (!this.received.includes(text) && !this.socket.destroyed) {
      await Promise.race([once(this.socket, 'data'), once(this.socket, 'close')]);
    }
    return this.received;
  }

  abort(): void {
    this.socket.resetAndDestroy();
  }
}

/** Status codes of the answers in what came back, interim ones included. */
export const statuses = (received: string): number[] =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/**
 * Sends bytes over a connection of their own and reads what comes back until it is closed: by the
 * site where the request asks for that, else from here.
 */
export async function exchange(url: string, text: string | Buffer): Promise<string> {
  const connection = await RawConnection.open(url);
  await connection.send(text);
  if (!text.includes('Connection: close')) connection.socket.end();
  return connection.finished();
}
