import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports of one worker of Jest, below those that the system gives to whoever asks for any. */
const PORTS_OF_WORKER = 500;
/** Workers that have ports of their own: those of some runs, whose workers have the run for their parent. */
const WORKERS = 20;
const WORKERS_OF_RUN = 4;

const worker = Number(process.env.JEST_WORKER_ID ?? 1) - 1;

/**
 * Where this worker's begin. The system gives a port that was free a moment ago to somebody else, and
 * what is stopped and started again wants its own: each worker has ports of its own, each run that goes on
 * beside another has others than that, most likely, and for certain where it says so (`TEST_PORTS`).
 */
const FIRST =
  Number(process.env.TEST_PORTS ?? 12_000) +
  ((process.ppid * WORKERS_OF_RUN + worker) % WORKERS) * PORTS_OF_WORKER;

let next = randomInt(PORTS_OF_WORKER);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port that is free, and that no other worker takes. @throws Error when there is none left. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < PORTS_OF_WORKER; tries += 1) {
    const port = FIRST + (next++ % PORTS_OF_WORKER);
    if (await isFree(port)) return port;
  }
  throw new Error(`none of the ports from ${FIRST} on is free`);
}
