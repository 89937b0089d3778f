import { spawn, type ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { freePort } from './free-port';
import { until } from '../until';

const HOST = '127.0.0.1';

/** A Redis of the test's own, with nothing kept on disk: to be cut, frozen and started again. */
export class RedisServer {
  private child: ChildProcess | null = null;

  private constructor(readonly port: number) {}

  /** @throws Error where Redis is not installed. */
  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.start();
    return server;
  }

  get url(): string {
    return `redis://${HOST}:${this.port}`;
  }

  /** Starts it, empty, at the same port as before. */
  async start(): Promise<void> {
    const settings = [
      '--bind',
      HOST,
      '--port',
      String(this.port),
      '--save',
      '',
      '--appendonly',
      'no',
    ];
    const child = spawn('redis-server', settings, { stdio: 'ignore' });
    this.child = child;
    let fault: Error | null = null;
    child.once('error', (error) => (fault = error));
    await until('Redis to answer', async () => {
      if (fault) throw new Error(`Redis is not installed here: ${fault.message}`);
      return this.ask('PING').then(
        (answer) => answer.startsWith('+PONG'),
        () => false,
      );
    });
  }

  /** Ends it on the spot, with all that it held. */
  async kill(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGCONT');
    child.kill('SIGKILL');
    await gone;
    this.child = null;
  }

  /** Connections stay, but nothing is answered until `thaw`. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  /** Sends a command, and gives the first bytes of what Redis answers. */
  ask(command: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = connect(this.port, HOST, () => socket.write(`${command}\r\n`));
      socket.once('error', reject);
      socket.once('data', (answer) => {
        socket.destroy();
        resolve(answer.toString());
      });
    });
  }
}
