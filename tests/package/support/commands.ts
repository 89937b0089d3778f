import { spawn } from 'node:child_process';

export interface Ended {
  code: number | null;
  output: string;
}

interface Options {
  cwd: string;
  env?: NodeJS.ProcessEnv;
}

/**
 * The environment of somebody who knows nothing of this repository: npm hands its own settings
 * down to what it starts, and the workspace must not decide how another site is installed, nor
 * databases that tests are run on where that site has its data.
 */
export const cleanEnvironment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(npm_|NODE_ENV$|JEST_|INIT_CWD$|DATABASE_|PACKAGE_)/.test(name),
    ),
  );

/** Runs a command to its end. */
export function attempt(command: string, args: string[], { cwd, env }: Options): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...cleanEnvironment(), STRAPI_TELEMETRY_DISABLED: 'true', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (output += text));
    }
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}

/** Runs a command that has to succeed. @throws Error with its output. */
export async function run(command: string, args: string[], options: Options): Promise<string> {
  const { code, output } = await attempt(command, args, options);
  if (code === 0) return output;
  throw new Error(`"${command} ${args.join(' ')}" ended with ${code}.\n\n${output.slice(-6_000)}`);
}
