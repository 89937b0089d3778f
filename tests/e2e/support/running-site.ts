import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rename, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { post } from '../../support/servers/http';
import { eventually } from '../../support/eventually';
import { freePort } from '../../support/servers/free-port';
import { openDatabase } from '../../support/databases/database';
import { beginningOf } from '../../support/site/beginning';
import { COMPILED_SITE, overlaidSite, type Overlay } from '../../support/site/overlay';

const ROOT = join(__dirname, '..', '..', '..');
const TOKEN = 'test-token-0123456789abcdef0123456789abcdef';
const BOOT_MS = 120_000;
const STOP_MS = 20_000;
const SHOWN_LOG_CHARACTERS = 4_000;

/** The site as a process of its own, with the panel that `strapi build` made. */
export interface RunningSite {
  readonly url: string;
  /** Sends a delivery to the webhook; answers its id. @param token default: the environment's. */
  deliver(delivery: Buffer | object, token?: string): Promise<string>;
  /** Takes the folder of the uploads away while something happens, as a lost disk would. */
  withoutStorage(happening: () => Promise<void>): Promise<void>;
  stop(): Promise<void>;
}

export interface SiteOptions {
  /** What differs from the site's own configuration. */
  overlay?: Overlay;
  /** Whether the environment sets a token. */
  hasToken?: boolean;
}

/** Where the site's code lies: as it is built, or once more with other options. */
async function siteFolder(folder: string, overlay?: Overlay): Promise<string> {
  if (!overlay) return COMPILED_SITE;
  const site = await overlaidSite(folder, overlay);
  await symlink(join(COMPILED_SITE, 'build'), join(site, 'build'), 'dir');
  return site;
}

/** Starts the built site on a database in which nothing was done yet, and waits until it answers. */
export async function startSite({
  overlay,
  hasToken = true,
}: SiteOptions = {}): Promise<RunningSite> {
  const folder = await mkdtemp(join(tmpdir(), 'article-receiver-e2e-'));
  const uploads = join(folder, 'public', 'uploads');
  await mkdir(uploads, { recursive: true });
  const database = await openDatabase(folder, beginningOf(overlay ?? {}));
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const start = join(__dirname, '..', '..', 'support', 'site', 'start-site.js');
  const child = spawn(process.execPath, [start, ROOT, await siteFolder(folder, overlay), 'panel'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // In production mode the admin's session cookie would need HTTPS.
      NODE_ENV: 'development',
      PORT: String(port),
      ...database.environment,
      PUBLIC_DIR: join(folder, 'public'),
      ARTICLE_RECEIVER_TOKEN: hasToken ? TOKEN : '',
    },
  });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      log = (log + text).slice(-SHOWN_LOG_CHARACTERS);
    });
  }
  const ended = once(child, 'exit');

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
      child.kill('SIGTERM');
      await ended;
      clearTimeout(late);
    }
    await rm(folder, { recursive: true, force: true });
  };

  const deadline = Date.now() + BOOT_MS;
  for (;;) {
    const answer = await fetch(`${url}/_health`).catch(() => null);
    if (answer?.status === 204) break;
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop();
      throw new Error(`The site did not start.\n\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }

  return {
    url,
    stop,
    async withoutStorage(happening) {
      await rename(uploads, `${uploads}-lost`);
      await happening();
      await rename(`${uploads}-lost`, uploads);
    },
    async deliver(delivery, token = TOKEN) {
      const { body } = await post(`${url}/api/article-receiver/webhook/${token}`, delivery);
      const deliveryId = body.data?.deliveryId ?? body.error?.details?.deliveryId;
      if (!deliveryId) throw new Error(`Not kept: ${JSON.stringify(body)}`);
      return deliveryId;
    },
  };
}

/** Waits until nothing is pending. */
export async function settled(owner: { get<T>(path: string): Promise<T> }): Promise<void> {
  await eventually(async () => {
    const { counts } = await owner.get<{ counts: { pending: number } }>('/article-receiver/status');
    if (counts.pending > 0) throw new Error(`${counts.pending} deliveries are still pending`);
  });
}
