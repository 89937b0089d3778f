import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './commands';
import type { GeneratedSite } from './generated-site';

const PLUGIN = 'strapi-plugin-article-receiver';
const LOCK = 'package-lock.json';

/** The folders of the packages that a lock file of npm's has. */
async function foldersIn(directory: string): Promise<string[]> {
  const { packages } = JSON.parse(await readFile(join(directory, LOCK), 'utf8')) as {
    packages: Record<string, unknown>;
  };
  return Object.keys(packages).filter((folder) => folder !== '');
}

/** @returns bytes of all files in a folder; none where it is not there: not for this platform. */
async function bytesIn(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const sizes = await Promise.all(
    files.map(async ({ parentPath, name }) => (await stat(join(parentPath, name))).size),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** What a site that npm installed would be rid of without the plugin, by npm's own account. */
export async function addedByPlugin(
  site: GeneratedSite,
): Promise<{ packages: string[]; bytes: number }> {
  const without = await mkdtemp(join(tmpdir(), 'article-receiver-without-'));
  try {
    for (const file of ['package.json', LOCK]) {
      await copyFile(join(site.directory, file), join(without, file));
    }
    await run('npm', ['uninstall', PLUGIN, '--package-lock-only', '--ignore-scripts'], {
      cwd: without,
      env: site.env,
    });
    const stays = new Set(await foldersIn(without));
    const packages = (await foldersIn(site.directory)).filter((folder) => !stays.has(folder));
    // A package's folder has those that only it has.
    const topmost = packages.filter(
      (folder) => !packages.some((other) => folder.startsWith(`${other}/`)),
    );
    const sizes = await Promise.all(topmost.map((folder) => bytesIn(join(site.directory, folder))));
    return { packages, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  } finally {
    await rm(without, { recursive: true, force: true });
  }
}
