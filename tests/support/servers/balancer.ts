import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One address for several processes: each request goes to the next of them, in turn. */
export class Balancer {
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private targets: readonly string[],
  ) {}

  /** @param targets addresses of the processes. */
  static async start(targets: readonly string[]): Promise<Balancer> {
    const server = createServer();
    const balancer = new Balancer(server, targets);
    server.on('request', (incoming, outgoing) => {
      const target = balancer.next();
      const { method, headers, url } = incoming;
      const passedOn = request(`${target}${url}`, { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      });
      // As proxies do for a process that is gone: the sender cannot know whether it was taken.
      passedOn.on('error', () => {
        if (outgoing.headersSent) outgoing.destroy();
        else outgoing.writeHead(502).end();
      });
      incoming.pipe(passedOn);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private next(): string {
    this.turn += 1;
    return this.targets[this.turn % this.targets.length] ?? '';
  }
}
