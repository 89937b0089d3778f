import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Results and dependencies: never part of what a build reads. */
const SKIPPED = new Set(['node_modules', 'dist', 'coverage', '.tsbuildinfo']);

/**
 * Every file below a path in a stable order; the path itself when it is a file.
 * @param {string} path
 * @param {(path: string) => boolean} wanted
 * @returns {Promise<string[]>}
 */
async function filesBelow(path, wanted) {
  const found = await stat(path).catch(() => undefined);
  if (!found) return [];
  if (!found.isDirectory()) return [path];

  const names = (await readdir(path)).filter((name) => !SKIPPED.has(name)).sort();
  const below = names.map((name) => join(path, name)).filter(wanted);
  return (await Promise.all(below.map((child) => filesBelow(child, wanted)))).flat();
}

/**
 * One digest over the names and bytes of all files below the given paths. Bytes, not times: a
 * checkout or a restored cache changes times only, and a build is then still good.
 * @param {string[]} paths
 * @param {(path: string) => boolean} [wanted]
 */
export async function digestOf(paths, wanted = () => true) {
  const hash = createHash('sha256');
  for (const path of paths) {
    for (const file of await filesBelow(path, wanted)) {
      hash
        .update(file)
        .update('\0')
        .update(await readFile(file))
        .update('\0');
    }
  }
  return hash.digest('hex');
}
