/** Copies the pages into the plugin's folder, to be packed: `prepack` calls it. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { OUTLYING, PAGES, repositoryAddress, withAbsoluteLinks } from './support/pages.mjs';
import { ROOT } from './support/root.mjs';

const PLUGIN = join(ROOT, 'src/plugins/article-receiver');

for (const path of [...PAGES, ...OUTLYING]) {
  const to = join(PLUGIN, path);
  await rm(to, { recursive: true, force: true });
  await mkdir(dirname(to), { recursive: true });
  await cp(join(ROOT, path), to, { recursive: true });
}

const manifest = JSON.parse(await readFile(join(PLUGIN, 'package.json'), 'utf8'));
const address = repositoryAddress(manifest);
if (address !== null) {
  const readme = join(PLUGIN, 'README.md');
  const page = await readFile(readme, 'utf8');
  await writeFile(readme, withAbsoluteLinks(page, { address, version: manifest.version }));
}
