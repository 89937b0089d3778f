import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { serverOf } from './database-server';

/** The way of a site to its database server, which can be cut. */
export class DatabaseLine {
  private readonly open = new Set<Socket>();
  private isCut = false;
  private refusals = 0;
  private weakSpot: string | null = null;
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
      here.on('data', (sent) => {
        if (!line.breaksAt(sent)) return;
        for (const socket of [here, there]) socket.destroy();
      });
      here.pipe(there).pipe(here);
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
  mend(weakSpot: string | null = null): void {
    this.weakSpot = weakSpot;
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

  private breaksAt(sent: Buffer): boolean {
    if (this.weakSpot !== null && sent.includes(this.weakSpot)) {
      this.weakSpot = null;
      return true;
    }
    if (this.left === null || (this.left -= 1) > 0) return false;
    this.left = null;
    return true;
  }

  private watch(socket: Socket): void {
    this.open.add(socket);
    // Whoever is at the other end is told by its end.
    socket.on('error', () => undefined).on('close', () => this.open.delete(socket));
  }
}
