import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from './commands';
import { ROOT } from './packed-plugin';

/** What is expensive to have and the same each time. */
const CACHE = join(ROOT, '.cache', 'package');

/**
 * Makes a folder in the cache, unless it is there. Another process that makes it at the same time
 * does no harm: it appears whole or not at all.
 */
export async function cached(
  name: string,
  make: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(CACHE, name);
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true });
  const draft = await mkdtemp(join(CACHE, 'draft-'));
  try {
    await make(draft);
    await rename(draft, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Installs a package that is a program. @returns the package's folder. */
export async function installTool(name: string, version: string): Promise<string> {
  const folder = await cached(`${name.replace('/', '-')}-${version}`, async (draft) => {
    const args = ['install', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await run('npm', [...args, '--prefix', draft, `${name}@${version}`], { cwd: draft });
  });
  return join(folder, 'node_modules', name);
}
