/**
 * Bundles the halves of the plugin that run in Node once more, over what the plugin SDK made of them. The SDK resolves
 * what it bundles as for a browser, which takes a Markdown parser's version for the DOM. And the Markdown packages have
 * to be bundled: they are ES modules only, which the older of Strapi's Node versions cannot `require`.
 *
 * What is bundled brings its licence along: `LICENSES.txt` beside the bundle.
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { ROOT } from './support/root.mjs';

const PLUGIN = join(ROOT, 'src/plugins/article-receiver');
const LICENSE_FILES = ['license', 'LICENSE', 'license.md', 'LICENSE.md', 'LICENSE.txt'];

const { dependencies, peerDependencies } = JSON.parse(
  readFileSync(join(PLUGIN, 'package.json'), 'utf8'),
);
const external = Object.keys({ ...dependencies, ...peerDependencies });

/** @param {string} id */
const isExternal = (id) =>
  isBuiltin(id) || external.some((name) => id === name || id.startsWith(`${name}/`));

/** @param {string} folder */
function manifestIn(folder) {
  const file = join(folder, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/**
 * The packages that modules come from: folder and manifest of each, by name.
 * @param {string[]} modules
 * @returns {Map<string, { folder: string, license: string }>}
 */
function packagesOf(modules) {
  const found = new Map();
  for (const id of modules.filter((id) => id.includes('/node_modules/'))) {
    let folder = dirname(id.replace(/^\0/, '').replace(/\?.*$/, ''));
    // Some packages have manifests within, which name the kind of modules alone.
    while (!manifestIn(folder)?.name) folder = dirname(folder);
    const { name, version, license } = manifestIn(folder);
    found.set(`${name} ${version}`, { folder, license });
  }
  return new Map([...found].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** @param {ReturnType<typeof packagesOf>} packages */
const licensesOf = (packages) =>
  [...packages]
    .map(([name, { folder, license }]) => {
      const file = LICENSE_FILES.map((entry) => join(folder, entry)).find(existsSync);
      if (!file) throw new Error(`${name} (${license}) has no licence file that could be copied.`);
      return `${name} (${license})\n\n${readFileSync(file, 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(72)}\n\n`);

for (const half of ['server', 'cli']) {
  const outDir = join(PLUGIN, 'dist', half);
  for (const name of readdirSync(outDir).filter((name) => /\.m?js$/.test(name))) {
    rmSync(join(outDir, name));
  }
  for (const format of /** @type {const} */ (['es', 'cjs'])) {
    const result = await build({
      root: PLUGIN,
      configFile: false,
      logLevel: 'warn',
      ssr: { noExternal: true, target: 'node' },
      build: {
        ssr: join(PLUGIN, half, 'src/index.ts'),
        outDir,
        // The types are there already.
        emptyOutDir: false,
        minify: false,
        target: 'node20',
        rollupOptions: {
          external: isExternal,
          output: {
            format,
            interop: 'auto',
            exports: 'named',
            entryFileNames: format === 'es' ? 'index.mjs' : 'index.js',
            chunkFileNames: format === 'es' ? '[name].mjs' : '[name].js',
          },
        },
      },
    });
    const [output] = [result].flat();
    if (!output || !('output' in output)) throw new Error(`${half} was not bundled.`);
    const packages = packagesOf(
      output.output.flatMap((chunk) => ('modules' in chunk ? Object.keys(chunk.modules) : [])),
    );
    if (packages.size > 0) writeFileSync(join(outDir, 'LICENSES.txt'), licensesOf(packages));
  }
}
