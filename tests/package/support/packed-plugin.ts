import { join } from 'node:path';

export const ROOT = join(__dirname, '..', '..', '..');

/** Names the tarball for the tests of a run. */
export const TARBALL = 'PACKAGE_TARBALL';

/** The tarball of the plugin, as it would be published: each run packs it once, before its tests. */
export function packedPlugin(): string {
  const tarball = process.env[TARBALL];
  if (!tarball) throw new Error(`${TARBALL} is not set: run this with jest.package.config.mjs.`);
  return tarball;
}
