import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandProcess, type Ended } from './command-process';
import { databaseEnvironment } from '../databases/database';

const REPOSITORY = join(__dirname, '..', '..', '..');
const COMMAND = join(REPOSITORY, 'src/plugins/article-receiver/bin/article-receiver');

/** Everything that a terminal would obey, but line ends. */
export const CONTROLS = /[^\P{Cc}\n]/u;

interface RunOptions {
  /** The site's folder; the repository's by default. */
  cwd?: string;
  env?: Record<string, string>;
}

const placeOf = ({ cwd = REPOSITORY, env }: RunOptions) => ({
  cwd,
  env: { ...process.env, ...env },
});

/** Runs the `article-receiver` command as a process of its own, without a terminal. */
export function cliProcess(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return ended(spawn(process.execPath, [COMMAND, ...args], placeOf(options)));
}

/** The same where no more than so many files may be open at once. */
export function cliWithFewFiles(many: number, args: readonly string[]): Promise<Ended> {
  const limited = ['-c', `ulimit -n ${many} && exec "$0" "$@"`, process.execPath, COMMAND, ...args];
  return ended(spawn('sh', limited, placeOf({})));
}

function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  child.stdin.end();
  return new Promise((resolve, reject) => {
    const output = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8');
      child[name].on('data', (text: string) => (output[name] += text));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, ...output }));
  });
}

const commands = new CommandProcess();
afterAll(() => commands.end());

/**
 * Runs the `article-receiver` command without a terminal, in a process that has run others of the
 * test file before. Starting Strapi from nothing for each would take most of the tests' time.
 */
export const cli = (args: readonly string[], options: RunOptions = {}): Promise<Ended> =>
  commands.isBusy ? cliProcess(args, options) : commands.run({ args, ...placeOf(options) });

/** The environment that makes the repository's site the one with these files. */
export const siteEnvironment = (directory: string): Record<string, string> => ({
  ...databaseEnvironment(directory),
  PUBLIC_DIR: join(directory, 'public'),
});

const CONFIG = {
  admin: `{
  auth: { secret: 'secret' }, apiToken: { salt: 'salt' }, transfer: { token: { salt: 'salt' } },
}`,
  server: `{ host: '127.0.0.1', port: 1337, app: { keys: ['key'] }, logger: { updates: { enabled: false } } }`,
  api: `{}`,
  middlewares: `['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'].map(
  (name) => 'strapi::' + name,
)`,
  plugins: `{ 'users-permissions': { config: { jwtSecret: 'secret' } } }`,
};

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'CommonJS',
    moduleResolution: 'Node',
    outDir: 'dist',
    rootDir: '.',
    types: [],
    skipLibCheck: true,
  },
  include: ['config', 'src'],
};

/** A site as somebody else has it: the plugin comes from `node_modules`, found by its name. */
export async function foreignSite(
  directory: string,
  language: 'javascript' | 'typescript',
): Promise<void> {
  const database = `{ connection: {
  client: 'sqlite', connection: { filename: ${JSON.stringify(join(directory, 'data.db'))} },
  useNullAsDefault: true,
} }`;
  const extension = language === 'typescript' ? 'ts' : 'js';
  const module = (value: string) =>
    language === 'typescript' ? `export default ${value};\n` : `module.exports = ${value};\n`;
  const files: Record<string, string> = {
    'package.json': JSON.stringify({
      name: 'somebody',
      version: '1.0.0',
      dependencies: { '@strapi/strapi': '*', 'strapi-plugin-article-receiver': '*' },
      strapi: { uuid: false, telemetryDisabled: true },
    }),
    [`src/index.${extension}`]: module('{ register() {}, bootstrap() {} }'),
    'public/uploads/.gitkeep': '',
    ...(language === 'typescript' ? { 'tsconfig.json': JSON.stringify(TSCONFIG) } : {}),
  };
  for (const [name, value] of Object.entries({ ...CONFIG, database })) {
    files[`config/${name}.${extension}`] = module(value);
  }
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true });
    await writeFile(join(directory, name), text);
  }
  await symlink(join(REPOSITORY, 'node_modules'), join(directory, 'node_modules'), 'dir');
}
