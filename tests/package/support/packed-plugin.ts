import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './commands';

export const ROOT = join(__dirname, '..', '..', '..');
const PLUGIN = 'src/plugins/article-receiver';

/** Packs the plugin as it would be published. @returns the tarball's path, in a folder of its own. */
export async function packPlugin(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'article-receiver-pack-'));
  await run('npm', ['pack', '--workspace', PLUGIN, '--pack-destination', folder], { cwd: ROOT });
  const [tarball] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
  if (!tarball) throw new Error(`npm pack wrote nothing to ${folder}.`);
  return join(folder, tarball);
}
