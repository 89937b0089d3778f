import { fingerprint } from '../merge/fingerprint';

/**
 * Whether a field shows what was written into it less what was deleted since: then nobody changed the
 * entry, and what the feed has for the field is written again.
 * @param shown the field's value: ids of files or documents, or one of them.
 * @param written what was written last.
 * @param isThere whether what an id stands for was there all the time.
 */
export function isBereft<Id>(
  shown: unknown,
  written: readonly Id[],
  isThere: (id: Id) => boolean,
): boolean {
  const ids = idsIn(shown);
  const isOf = (others: readonly Id[]) => fingerprint(ids) === fingerprint(others);
  // What was deleted and made again before it was written is shown.
  const left = written.filter((id) => isThere(id) || ids.includes(id));
  return written.length > 0 && !isOf(written) && isOf(left);
}

/** The ids in the value of a field that refers to files or documents. */
export const idsIn = (value: unknown): unknown[] =>
  [value].flat().filter((id) => id !== null && id !== undefined);
