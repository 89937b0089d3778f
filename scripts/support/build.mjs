import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from './digest.mjs';
import { withProgress } from './progress.mjs';
import { ROOT } from './root.mjs';

/** @typedef {import('./build-steps.mjs').BuildStep} BuildStep */

/** @param {string[]} paths */
const fromRoot = (paths) => paths.map((path) => join(ROOT, path));

/** @param {BuildStep} step */
const stampFile = (step) => join(ROOT, '.cache', 'builds', step.name);

/**
 * The variables that a build would write into its result. As Strapi reads them: the environment
 * wins over `.env`, and an empty one is as good as none.
 * @param {RegExp} names
 * @param {NodeJS.ProcessEnv} env
 */
async function variables(names, env) {
  const file = await readFile(join(ROOT, '.env'), 'utf8').catch(() => '');
  const inFile = file.split('\n').map((line) => line.split(/=(.*)/, 2).map((part) => part.trim()));
  const effective = Object.entries({ ...Object.fromEntries(inFile), ...env });
  return JSON.stringify(effective.filter(([name, value]) => names.test(name) && value).sort());
}

/**
 * What a step read and what it wrote, in one word. The results are part of it because somebody may
 * have built by hand, or deleted a file, since.
 * @param {BuildStep} step
 * @param {NodeJS.ProcessEnv} env
 */
async function stampOf(step, env) {
  const missing = fromRoot(step.outputs).some((path) => !existsSync(path));
  if (missing) return undefined;
  const hash = createHash('sha256').update(process.version);
  hash.update(step.variables ? await variables(step.variables, env) : '');
  hash.update(await digestOf(fromRoot(step.inputs), step.reads));
  hash.update(await digestOf(fromRoot(step.outputs)));
  return hash.digest('hex');
}

/**
 * Builds the steps that are not up to date, in order.
 * @param {BuildStep[]} steps
 * @param {{ env?: NodeJS.ProcessEnv, force?: boolean }} [options]
 */
export async function buildStale(steps, { env = process.env, force = false } = {}) {
  for (const step of steps) {
    const known = await readFile(stampFile(step), 'utf8').catch(() => undefined);
    if (!force && known && known === (await stampOf(step, env))) continue;

    await rm(stampFile(step), { force: true });
    await withProgress(step.label, () => step.build(env));
    await mkdir(join(stampFile(step), '..'), { recursive: true });
    await writeFile(stampFile(step), (await stampOf(step, env)) ?? '');
  }
}
