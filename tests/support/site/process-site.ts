import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beginningOf } from './beginning';
import { SiteClient } from './client';
import {
  ask,
  copyDatabase,
  keepBeginning,
  openDatabase,
  type Beginning,
  type TestDatabase,
} from '../databases/database';
import { freePort } from '../servers/free-port';
import { post, type Answer } from '../servers/http';
import { COMPILED_SITE, overlaidSite, type Overlay } from './overlay';
import { until } from '../until';

const REPOSITORY = join(__dirname, '..', '..', '..');
const TOKEN = 'test-token-0123456789abcdef0123456789abcdef';

export interface ProcessSiteOptions {
  /** What differs from the site as it is built. */
  overlay?: Overlay;
  /** Environment of every start. */
  env?: Record<string, string>;
}

/** How a process ended: `code` when it did so itself, `signal` when it was killed. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * The real site as a process of its own, with its own database, uploads and port: to be killed,
 * stopped and started again on the same files.
 */
export class ProcessSite {
  readonly client: SiteClient;
  /** All that it wrote since the last start. */
  output = '';
  private child: ChildProcess | null = null;
  private exit: Promise<Exit> = Promise.resolve({ code: null, signal: null });

  private constructor(
    /** Where its database and uploads lie. */
    readonly directory: string,
    readonly port: number,
    private readonly distDir: string,
    private readonly env: Record<string, string>,
    private readonly database: TestDatabase,
    /** What others begin with that it leaves at its first start; null afterwards. */
    private leaves: Beginning | null = null,
  ) {
    this.client = new SiteClient(this.url);
  }

  /** A site that has not been started yet. */
  static async create({ overlay, env = {} }: ProcessSiteOptions = {}): Promise<ProcessSite> {
    const directory = await mkdtemp(join(tmpdir(), 'article-receiver-process-'));
    await mkdir(join(directory, 'public', 'uploads'), { recursive: true });
    const distDir = overlay ? await overlaidSite(directory, overlay) : COMPILED_SITE;
    const beginning = beginningOf(overlay ?? {}, env);
    const database = await openDatabase(directory, beginning);
    return new ProcessSite(directory, await freePort(), distDir, env, database, beginning);
  }

  /** Another instance of this site, on the same database and files, at a port of its own. */
  async instance(env: Record<string, string> = {}): Promise<ProcessSite> {
    const { directory, distDir, database } = this;
    return new ProcessSite(directory, await freePort(), distDir, { ...this.env, ...env }, database);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get uploads(): string {
    return join(this.directory, 'public', 'uploads');
  }

  get databaseFile(): string {
    return join(this.directory, 'data.db');
  }

  /**
   * Starts the process and waits until it answers, or is gone again.
   * @param env for this start only.
   */
  async start(env: Record<string, string> = {}): Promise<this> {
    this.output = '';
    const child = spawn(
      process.execPath,
      [join(__dirname, 'start-site.js'), REPOSITORY, this.distDir],
      { cwd: REPOSITORY, env: this.environment(env), stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.output += text));
    }
    this.exit = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        this.child = null;
        resolve({ code, signal });
      });
    });
    await until('the site to answer', async () => !this.child || (await this.client.isHealthy()));
    const { leaves } = this;
    this.leaves = null;
    if (leaves && this.child) {
      await keepBeginning(leaves, (file) => copyDatabase(this.directory, file));
    }
    return this;
  }

  /** Starts it and makes sure that it is up. */
  async startWell(env: Record<string, string> = {}): Promise<this> {
    await this.start(env);
    if (!this.child) throw new Error(`The site did not start.\n\n${this.output.slice(-4_000)}`);
    return this;
  }

  /** Ends the process on the spot, as a power cut would. */
  async kill(): Promise<void> {
    this.child?.kill('SIGKILL');
    await this.exit;
  }

  /**
   * Has what a process held that was killed lapse at once, instead of 10 s and more after the
   * restart; for tests that are about what comes then. That it lapses by itself is in
   * `faults/kill.test.ts` and `faults/checks-kill.test.ts`.
   */
  async letClaimsLapse(): Promise<void> {
    if (this.child) throw new Error('Whoever runs would renew what it holds.');
    for (const table of ['article_receiver_leases', 'article_receiver_image_files']) {
      await ask(this.directory, `update ${table} set held_until = 1 where held_until is not null`);
    }
  }

  /** Asks the process to stop, as a deployment does, and waits until it is gone. */
  async stop(): Promise<Exit> {
    this.child?.kill('SIGTERM');
    return this.exit;
  }

  /** Resolves when the process is gone, whatever the reason. */
  gone(): Promise<Exit> {
    return this.exit;
  }

  get isRunning(): boolean {
    return this.child !== null;
  }

  /**
   * Sends a delivery; null when no answer came, because the process went away for example.
   * @param url another address of the site, of a proxy say.
   */
  async deliver(body: Buffer | string | object, url = this.url): Promise<Answer | null> {
    return post(this.webhook(url), body).catch(() => null);
  }

  /** Where deliveries go. */
  webhook(url = this.url): string {
    return `${url}/api/article-receiver/webhook/${TOKEN}`;
  }

  async destroy(): Promise<void> {
    await this.kill();
    await rm(this.directory, { recursive: true, force: true });
    await this.database.drop();
  }

  private environment(env: Record<string, string>): NodeJS.ProcessEnv {
    return {
      ...process.env,
      ...this.database.environment,
      PUBLIC_DIR: join(this.directory, 'public'),
      ARTICLE_RECEIVER_TOKEN: TOKEN,
      PORT: String(this.port),
      TMPDIR: this.directory,
      NODE_PATH: join(__dirname, '..', 'providers'),
      ...this.env,
      ...env,
    };
  }
}
