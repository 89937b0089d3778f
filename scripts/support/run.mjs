import { spawn } from 'node:child_process';
import { ROOT } from './root.mjs';

/** How much of a failed command's output is worth showing: the end says what went wrong. */
const KEPT_CHARACTERS = 20_000;

/**
 * Runs a command quietly to its end. Its output appears only when it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<void>}
 */
export function run(command, args, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (/** @type {string} */ text) => {
        output = (output + text).slice(-KEPT_CHARACTERS);
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`"${command} ${args.join(' ')}" failed.\n\n${output.trim()}`));
    });
  });
}
