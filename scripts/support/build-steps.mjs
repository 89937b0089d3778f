import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from './root.mjs';
import { run } from './run.mjs';

/**
 * One thing to build: what it reads, what it writes, and how.
 * @typedef {object} BuildStep
 * @property {string} name
 * @property {string} label
 * @property {string[]} inputs paths from the root
 * @property {string[]} outputs paths from the root
 * @property {(path: string) => boolean} [reads] leaves out files below the inputs
 * @property {RegExp} [variables] names of environment variables that end up in the result
 * @property {(env: NodeJS.ProcessEnv) => Promise<void>} build
 */

const PLUGIN = 'src/plugins/article-receiver';
const require = createRequire(import.meta.url);

/**
 * A package's command, run by this very Node: no shell, no lookup in PATH.
 * @param {string} packageName
 * @param {string} command
 */
function binary(packageName, command) {
  const manifest = require.resolve(`${packageName}/package.json`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(manifest, '..', typeof bin === 'string' ? bin : bin[command]);
}

/** @type {BuildStep} */
const plugin = {
  name: 'plugin',
  label: 'Building the plugin',
  inputs: [PLUGIN, 'scripts/publish-types.mjs', 'package-lock.json'],
  outputs: [`${PLUGIN}/dist`],
  // Neither tests nor the pages that packing copies there.
  reads: (path) => !/\.test(-support)?\.tsx?$|\.(tgz|md|png)$|\/LICENSE$/.test(path),
  build: (env) => run('npm', ['run', 'build', '--workspace', PLUGIN], env),
};

/** @type {BuildStep} */
const site = {
  name: 'site',
  label: 'Compiling the site',
  inputs: ['config', 'src', 'tsconfig.json', 'package-lock.json'],
  outputs: ['dist/config', 'dist/src'],
  reads: (path) => path !== join(ROOT, 'src/plugins') && path !== join(ROOT, 'src/admin'),
  async build(env) {
    // A config file that was renamed would otherwise still be loaded from its old result.
    for (const output of this.outputs)
      await rm(join(ROOT, output), { recursive: true, force: true });
    await run(process.execPath, [binary('typescript', 'tsc'), '-p', 'tsconfig.json'], env);
  },
};

/** @type {BuildStep} */
const panel = {
  name: 'panel',
  label: 'Building the admin panel (the longest part, one to three minutes)',
  inputs: [`${PLUGIN}/dist/admin`, 'src/admin', 'config', 'package.json', 'package-lock.json'],
  outputs: ['dist/build'],
  variables: /^(PUBLIC_URL|STRAPI_ADMIN_\w+)$/,
  build: (env) => run(process.execPath, [binary('@strapi/strapi', 'strapi'), 'build'], env),
};

/** In this order: the panel takes in the plugin's admin half and reads the compiled config. */
export const STEPS = { plugin, site, panel };
