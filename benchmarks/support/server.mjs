import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A server process under measurement, with a folder of its own that goes with it.
 * @typedef {object} Server
 * @property {string} name
 * @property {URL} webhook where deliveries go
 * @property {string} folder
 * @property {number} bootMs from the start of the process until it serves
 * @property {(question: string, argument?: unknown) => Promise<any>} ask
 * @property {() => Promise<Usage>} usage
 * @property {() => Promise<void>} stop and remove all that it left
 *
 * @typedef {{ cpuMs: number, rss: number, maxRss: number }} Usage of the whole process; bytes
 */

const SHOWN_LOG_CHARACTERS = 4_000;

/** Files in memory, where the system has such a folder. */
const MEMORY = '/dev/shm';

/**
 * A new folder for a server's files. Waiting for a disk to commit costs everybody the same and hides
 * what the code costs, so there is none, unless another place is named.
 */
export function newFolder(base = existsSync(MEMORY) ? MEMORY : tmpdir()) {
  return mkdtemp(join(base, 'article-receiver-bench-'));
}

/** A port that is free now. */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/**
 * Starts a process that says `{ ready: true }` on its channel once it serves.
 * @param {{ name: string, script: string, args?: string[], folder: string, path: string,
 *   env?: NodeJS.ProcessEnv, nodeOptions?: string[], keep?: boolean }} options
 * @returns {Promise<Server>}
 */
export async function startServer({
  name,
  script,
  args = [],
  folder,
  path,
  env = {},
  nodeOptions = [],
  keep = false,
}) {
  await mkdir(join(folder, 'public', 'uploads'), { recursive: true });
  const port = await freePort();
  const logFile = join(folder, 'server.log');
  const log = openSync(logFile, 'a');
  const since = performance.now();
  const child = spawn(process.execPath, ['--expose-gc', ...nodeOptions, script, ...args], {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', log, log, 'ipc'],
  });
  closeSync(log);

  /** @type {Map<number, { resolve: (answer: unknown) => void, reject: (fault: Error) => void }>} */
  const asked = new Map();
  let last = 0;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const ready = new Promise((resolve, reject) => {
    child.on('message', (/** @type {any} */ message) => {
      if (message.ready) return resolve(undefined);
      const question = asked.get(message.id);
      asked.delete(message.id);
      if (message.fault) question?.reject(new Error(`${name}: ${message.fault}`));
      else question?.resolve(message.answer);
    });
    void exited.then(async () => {
      const text = await readFile(logFile, 'utf8').catch(() => '');
      const fault = new Error(`${name} ended.\n\n${text.slice(-SHOWN_LOG_CHARACTERS)}`);
      for (const question of asked.values()) question.reject(fault);
      reject(fault);
    });
  });
  await ready;
  const bootMs = performance.now() - since;

  /** @param {string} question @param {unknown} [argument] @returns {Promise<any>} */
  const ask = (question, argument) =>
    new Promise((resolve, reject) => {
      last += 1;
      asked.set(last, { resolve, reject });
      child.send({ id: last, ask: question, argument });
    });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
    if (!keep) await rm(folder, { recursive: true, force: true });
  };
  const webhook = new URL(path, `http://127.0.0.1:${port}`);
  return { name, webhook, folder, bootMs, ask, usage: () => ask('usage'), stop };
}
