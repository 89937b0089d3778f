import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import { lookAtStream } from '../../content/project-stream';
import { ledgerOf } from '../../ledger/ledger';
import { giveWay } from '../../receive/give-way';
import { trafficOf } from '../../receive/traffic';
import { lookAtEach } from '../../work/looks';

/** Bodies that are in memory at a time. A stream that has more is not looked at. */
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * Which streams a rebuild would find as they should be, told by a look at all of them together: what
 * they need is read in one statement for each kind of thing, without a lock.
 * @param options as they are now, whenever that is.
 * @param restoreDeleted whether what was deleted is to come back.
 */
export async function unchangedStreams(
  strapi: Core.Strapi,
  streamKeys: readonly string[],
  options: () => Options,
  restoreDeleted: boolean,
): Promise<Set<string>> {
  const before = options();
  const looked = await fitting(strapi, streamKeys);
  const found = await lookAtEach(
    looked,
    (streamKey) => lookAtStream(strapi, streamKey, before),
    () => giveWay(trafficOf(strapi)),
  );
  // What was decided by settings of before is to be decided anew.
  if (looked.length === 0 || !(await ledgerOf(strapi).settings.areCurrent(before)))
    return new Set();
  return new Set(
    looked.filter((_, index) => {
      const written = found[index];
      return written && !(written.isDeleted && restoreDeleted);
    }),
  );
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
