import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Where a package is for code in a folder: in that folder's `node_modules`, or those above it. */
export async function placeOf(name: string, folder: string): Promise<string> {
  for (let from = folder; ; from = dirname(from)) {
    const found = await realpath(join(from, 'node_modules', name)).catch(() => null);
    if (found !== null) return found;
    if (from === dirname(from)) throw new Error(`${name} cannot be found from ${folder}.`);
  }
}
