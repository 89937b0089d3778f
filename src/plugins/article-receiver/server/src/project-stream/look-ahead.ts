import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { ledgerOf } from '../ledger/ledger';
import { giveWay } from '../pace/give-way';
import { trafficOf } from '../pace/traffic';
import { lookAtEach } from '../run-context/looks';
import { lookAtStream } from './project-stream';
import type { Written } from '../write/written';

/** Bytes of bodies in memory at a time. Streams that do not fit are projected instead of looked at. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Finds the streams that a projection would leave as they are. All are looked at together and without locks:
 * what they need is read in one statement for each kind of thing.
 * @param options those in force; with others nothing is known of any stream.
 * @returns the result of projecting them, by stream. Those that are missing have to be projected.
 */
export async function unchangedStreams(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
  options: Options,
): Promise<Map<string, Written>> {
  const unchanged = new Map<string, Written>();
  const looked = await fitting(strapi, streamKeys);
  const found = await lookAtEach(
    looked,
    (streamKey) => lookAtStream(strapi, streamKey, options),
    () => giveWay(trafficOf(strapi)),
  );
  // The settings changed meanwhile: nothing that was found holds.
  if (looked.length === 0 || !(await ledgerOf(strapi).settings.areCurrent(options)))
    return unchanged;
  for (const [index, streamKey] of looked.entries()) {
    const written = found[index];
    if (written) unchanged.set(streamKey, written);
  }
  return unchanged;
}

/** Those whose bodies fit into memory together. */
async function fitting(strapi: Core.Strapi, streamKeys: readonly string[]): Promise<string[]> {
  const sizes = await ledgerOf(strapi).bodySizes.of(streamKeys);
  let left = MAX_BYTES;
  return streamKeys.filter((streamKey) => {
    const bytes = sizes.get(streamKey) ?? 0;
    if (bytes > left) return false;
    left -= bytes;
    return true;
  });
}
