import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from '../../support/servers/free-port';
import { post, type Answer } from '../../support/servers/http';
import { until } from '../../support/until';
import { cleanEnvironment } from './commands';
import type { GeneratedSite } from './generated-site';

const BOOT_MS = 240_000;
const STOP_MS = 20_000;

export interface ServedSite {
  readonly url: string;
  output(): string;
  deliver(body: Buffer): Promise<Answer>;
  stop(): Promise<void>;
}

/** Runs `strapi start` (production) or `strapi develop` in a site and waits until it answers. */
export async function serve(
  { directory, node, env, webhook: shown }: GeneratedSite,
  mode: 'start' | 'develop',
): Promise<ServedSite> {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const strapi = join(directory, 'node_modules/@strapi/strapi/bin/strapi.js');
  // A group of its own: `develop` has children, which a signal to itself would not reach.
  const child = spawn(node, [strapi, mode], {
    cwd: directory,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...cleanEnvironment(),
      ...env,
      STRAPI_TELEMETRY_DISABLED: 'true',
      BROWSER: 'none',
      JWT_SECRET: 'a-secret-of-the-package-tests',
      NODE_ENV: mode === 'start' ? 'production' : 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  let gone = false;
  const ended = once(child, 'exit').then(() => (gone = true));
  const signal = (name: NodeJS.Signals) => {
    try {
      if (child.pid) process.kill(-child.pid, name);
    } catch {
      // Gone already.
    }
  };
  const stop = async () => {
    const late = setTimeout(() => signal('SIGKILL'), STOP_MS);
    signal('SIGTERM');
    await ended;
    clearTimeout(late);
    signal('SIGKILL');
  };
  const isUp = async () =>
    gone || (await fetch(`${url}/_health`).catch(() => null))?.status === 204;
  try {
    await until(`strapi ${mode}`, isUp, BOOT_MS);
    if (gone) throw new Error(`strapi ${mode} ended.`);
  } catch (error) {
    await stop();
    throw new Error(`${String(error)}\n\n${output.slice(-6_000)}`, { cause: error });
  }
  const webhook = shown.replace('https://YOUR-SITE', url);
  return { url, output: () => output, deliver: (body) => post(webhook, body), stop };
}
