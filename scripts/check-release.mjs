/** Refuses a release that lacks what nobody may invent: `prepublishOnly` calls it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { faultsOfRelease } from './support/pages.mjs';
import { ROOT } from './support/root.mjs';

const manifest = JSON.parse(
  await readFile(join(ROOT, 'src/plugins/article-receiver/package.json'), 'utf8'),
);
const changelog = await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8');
const faults = faultsOfRelease({ manifest, changelog });
for (const fault of faults) console.error(`Not released: ${fault}.`);
process.exitCode = faults.length > 0 ? 1 : 0;
