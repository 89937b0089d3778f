import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { ledgerOf } from '../ledger/ledger';
import { giveWay } from '../pace/give-way';
import { trafficOf } from '../pace/traffic';
import { lookAtEach } from '../run-context/looks';
import { lookAtStream } from './project-stream';
import type { Written } from '../write/written';

/** Bodies that are in memory at a time. A stream that has more is not looked at. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Which streams would be as they are if they were projected again, told by a look at all of them
 * together: what they need is read in one statement for each kind of thing, without a lock.
 * @param options those in force; with others nothing is known of any stream.
 * @returns what projecting them would come to, by stream. Whoever is not among them has to be asked.
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
  // What was decided by settings of before is to be decided anew.
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
