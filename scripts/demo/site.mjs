import { spawn } from 'node:child_process';
import { openSync, closeSync } from 'node:fs';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from '../support/root.mjs';

const BOOT_MILLISECONDS = 120_000;
const STOP_MILLISECONDS = 20_000;
const SHOWN_LOG_CHARACTERS = 4_000;

/**
 * The site of the demo, a process of its own like in real life.
 * @typedef {object} DemoSite
 * @property {string} url
 * @property {string} logFile
 * @property {Promise<number | null>} ended its exit code, once it is gone
 * @property {() => Promise<void>} stop
 */

/** @param {string} url */
async function answers(url) {
  const response = await fetch(`${url}/_health`).catch(() => undefined);
  return response?.status === 204;
}

/**
 * Starts `strapi start` in an empty data folder and waits until it answers.
 * @param {{ folder: string, url: string, env: NodeJS.ProcessEnv }} options
 * @returns {Promise<DemoSite>}
 */
export async function startSite({ folder, url, env }) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'public', 'uploads'), { recursive: true });

  const logFile = join(folder, 'site.log');
  const log = openSync(logFile, 'a');
  const strapi = createRequire(import.meta.url).resolve('@strapi/strapi/package.json');
  const child = spawn(process.execPath, [join(strapi, '..', 'bin', 'strapi.js'), 'start'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', log, log],
  });
  closeSync(log);

  let gone = false;
  /** @type {Promise<number | null>} */
  const ended = new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('exit', (code) => resolve(code));
  });
  void ended.then(() => (gone = true));

  const stop = async () => {
    if (gone) return;
    child.kill('SIGTERM');
    const waiting = new AbortController();
    const late = sleep(STOP_MILLISECONDS, undefined, { signal: waiting.signal }).then(
      () => child.kill('SIGKILL'),
      () => undefined,
    );
    await ended;
    waiting.abort();
    await late;
  };

  // A terminal sends Ctrl-C to the site as well; a kill reaches only this process.
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop());

  const deadline = Date.now() + BOOT_MILLISECONDS;
  while (!(await answers(url))) {
    if (gone || Date.now() > deadline) {
      await stop();
      const text = await readFile(logFile, 'utf8');
      throw new Error(`The site did not start.\n\n${text.slice(-SHOWN_LOG_CHARACTERS)}`);
    }
    await sleep(200);
  }
  return { url, logFile, ended, stop };
}
