import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './commands';
import { ROOT, TARBALL } from './packed-plugin';

const PLUGIN = 'src/plugins/article-receiver';

/**
 * Packs the plugin as it would be published, before any worker starts: packing copies the pages
 * into the plugin's folder, where two at once meet each other's.
 */
export default async function packPlugin(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'article-receiver-pack-'));
  await run('npm', ['pack', '--workspace', PLUGIN, '--pack-destination', folder], { cwd: ROOT });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error(`npm pack wrote nothing to ${folder}.`);
  process.env[TARBALL] = join(folder, tarball);
}
