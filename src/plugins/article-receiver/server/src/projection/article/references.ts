import { fingerprint } from '../merge/fingerprint';

/**
 * Whether a field shows exactly what was written into it, less what was deleted since. Then nobody changed the
 * entry, and the feed's value is written again.
 * @param shown the field's value: ids of files or documents, or one of them.
 * @param written what was written last.
 * @param isThere whether the file or document with an id was never deleted.
 */
export function isBereft<Id>(
  shown: unknown,
  written: readonly Id[],
  isThere: (id: Id) => boolean,
): boolean {
  const ids = idsIn(shown);
  const isOf = (others: readonly Id[]) => fingerprint(ids) === fingerprint(others);
  // An id that is shown counts as left, also where its document was deleted and made again in between.
  const left = written.filter((id) => isThere(id) || ids.includes(id));
  return written.length > 0 && !isOf(written) && isOf(left);
}

/** The ids in the value of a field that refers to files or documents. */
export const idsIn = (value: unknown): unknown[] =>
  [value].flat().filter((id) => id !== null && id !== undefined);

/**
 * Whether a field has what was written into it, in the form that the site's schema gives it by now: where it takes
 * several files or documents since, or one alone, it reads differently.
 * @param base the hash of the value that was written last.
 */
export function isInOtherForm(
  shown: unknown,
  base: string | undefined,
  written: readonly unknown[],
): boolean {
  if (written.length !== 1 || fingerprint(idsIn(shown)) !== fingerprint(written)) return false;
  return base === fingerprint(Array.isArray(shown) ? written[0] : written);
}
