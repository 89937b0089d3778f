import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { serverOf } from './database-server';

/** What ends a connection once it is said. */
interface WeakSpot {
  said: string;
  /** What is said last over it; null where it ends without a word. */
  farewell: Buffer | null;
  /** Whether the server answers first. */
  isAnswered: boolean;
}

const NO_FAREWELL = { farewell: null, isAnswered: false };

/** An error with which PostgreSQL, or what stands in front of it, ends a connection. */
export function postgresFarewell(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E0000');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}

/** The way of a site to its database server, which can be cut. */
export class DatabaseLine {
  private readonly open = new Set<Socket>();
  private isCut = false;
  private refusals = 0;
  private weakSpot: WeakSpot | null = null;
  private left: number | null = null;

  private constructor(private readonly server: Server) {}

  static async to(kind: 'postgres' | 'mysql'): Promise<DatabaseLine> {
    const { host, port } = serverOf(kind).address;
    const server = createServer();
    const line = new DatabaseLine(server);
    server.on('connection', (here) => {
      if (line.isCut) {
        line.refusals += 1;
        here.destroy();
        return;
      }
      const there = connect(port, host);
      for (const socket of [here, there]) line.watch(socket);
      let farewell: Buffer | null = null;
      const end = (last: Buffer | null) => {
        there.destroy();
        if (last) here.end(last);
        else here.destroy();
      };
      here.on('data', (sent) => {
        const spot = line.breaksAt(sent);
        if (spot?.isAnswered) farewell = spot.farewell;
        else if (spot) end(spot.farewell);
      });
      here.pipe(there);
      there.on('data', (answer: Buffer) => {
        if (farewell) end(Buffer.concat([answer, farewell]));
        else here.write(answer);
      });
      there.on('end', () => here.end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return line;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** How often somebody tried to connect since it was cut. */
  get tries(): number {
    return this.refusals;
  }

  /** Ends all connections, and refuses new ones. */
  cut(): void {
    this.isCut = true;
    this.refusals = 0;
    for (const socket of this.open) socket.destroy();
  }

  /** @param weakSpot the next connection over which this is said ends there. */
  mend(weakSpot: string | null = null, how: Partial<Omit<WeakSpot, 'said'>> = {}): void {
    this.weakSpot = weakSpot === null ? null : { said: weakSpot, ...NO_FAREWELL, ...how };
    this.left = null;
    this.isCut = false;
  }

  /** @param number of what is sent next over all connections: the one over which that is sent ends there. */
  breakAt(number: number): void {
    this.left = number;
  }

  /** Whether a connection that was to end did so. */
  get hasBroken(): boolean {
    return this.weakSpot === null && this.left === null;
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private breaksAt(sent: Buffer): Omit<WeakSpot, 'said'> | null {
    if (this.weakSpot !== null && sent.includes(this.weakSpot.said)) {
      const spot = this.weakSpot;
      this.weakSpot = null;
      return spot;
    }
    if (this.left === null || (this.left -= 1) > 0) return null;
    this.left = null;
    return NO_FAREWELL;
  }

  private watch(socket: Socket): void {
    this.open.add(socket);
    // Whoever is at the other end is told by its end.
    socket.on('error', () => undefined).on('close', () => this.open.delete(socket));
  }
}
