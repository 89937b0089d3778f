import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { packedPlugin } from './packed-plugin';

/** Removes the folder with the tarball, after all tests. */
export default function forgetPackedPlugin(): Promise<void> {
  return rm(dirname(packedPlugin()), { recursive: true, force: true });
}
