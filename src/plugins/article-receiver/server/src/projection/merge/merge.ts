import { hasValueOf, isEmptyValue } from './is-nothing';
import { fingerprint } from './fingerprint';
import { asIfMade } from './unmade';
import { withPicturesOf } from './same-pictures';

/** The hash of each field's value that the projection last wrote, or that both sides agreed on. */
export type Hashes = Record<string, string>;

/**
 * The base of a field whose value is a person's, whatever it is: no value has this hash. So the
 * feed's is offered beside it.
 */
export const UNSEEN = '';

/** The base of a field that a person filled before the receiver ever wrote it. */
const FOREIGN = 'foreign';

/** Whether the projection never wrote a field: what stands there, if anything, is a person's. */
export const isForeign = (base: Hashes | null, field: string): boolean =>
  (base?.[field] ?? FOREIGN) === FOREIGN;

export type Fields = Record<string, unknown>;

export interface Merge {
  /** The values to write: what the feed changed and no editor did. */
  write: Fields;
  /** Fields that an editor changed and the feed did not: the editor's stay. */
  held: string[];
  /** The feed's values for fields that both changed. */
  suggestions: Fields;
  /** The base of the next merge, once `write` is written. */
  base: Hashes;
  /** The hash of what `write` replaces, field by field; none where there is no document yet. */
  replaced: Hashes;
}

/**
 * Merges what the feed wants with what editors made of it, field by field. The base is what the
 * projection last wrote: a field that differs from it now was changed by an editor.
 *
 * @param desired the feed's value for every field that it fills.
 * @param current the document's values; null when there is no document yet.
 * @param base the projection's own; what it lacks, the projection never wrote. What stands there is
 *   a person's then, and the feed's value only fills what is empty.
 * @param mode `overwrite` lets the feed win everywhere.
 * @param lost fields that lost their value because what they referred to was deleted: nobody
 *   changed the document, so the feed's value is written again.
 * @param before what the feed's values may have been before files were deleted and made again, by field.
 */
export function mergeFields(
  desired: Fields,
  current: Fields | null,
  base: Hashes | null,
  mode: 'keep' | 'overwrite',
  lost: ReadonlySet<string> = new Set(),
  before: ReadonlyMap<string, readonly unknown[]> = new Map(),
): Merge {
  const merge: Merge = { write: {}, held: [], suggestions: {}, base: { ...base }, replaced: {} };
  for (const [field, value] of Object.entries(desired)) {
    const wanted = fingerprint(value);
    // The same text need not be hashed twice.
    const isSame = current !== null && current[field] === value;
    const present = isSame ? wanted : current && fingerprint(current[field]);
    const last = base?.[field];
    // A person who saves another nothing than there was has changed nothing, nor has a type that changed.
    const isOtherForm =
      present !== null && present !== last && hasValueOf(current?.[field], last, present);
    const isFree =
      present === null ||
      isOtherForm ||
      (last === undefined ? isEmptyValue(current?.[field]) : present === last);

    const isNothingYet = isOtherForm && isEmptyValue(current?.[field]);
    if (present === wanted || (isNothingYet && isEmptyValue(value))) {
      merge.base[field] = wanted;
    } else if (isFree || lost.has(field) || mode === 'overwrite') {
      merge.write[field] = value;
      merge.base[field] = wanted;
      if (present !== null) merge.replaced[field] = present;
    } else {
      merge.held.push(field);
      merge.base[field] = last ?? FOREIGN;
      // An empty value for a field that the feed never wrote is no suggestion.
      const isOffer = merge.base[field] !== FOREIGN || !isEmptyValue(value);
      const isMadeAgain = (before.get(field) ?? []).some((one) => fingerprint(one) === last);
      const isSaid = isMadeAgain || isSaidBefore(value, current?.[field], last);
      if (wanted !== last && isOffer && !isSaid) merge.suggestions[field] = value;
    }
  }
  return merge;
}

/**
 * Whether the feed says the same as last time, and the value differs only because a document was deleted since, or
 * a file renamed or replaced.
 */
const isSaidBefore = (value: unknown, present: unknown, last: string | undefined): boolean =>
  fingerprint(asIfMade(value)) === last ||
  (Array.isArray(value) && fingerprint(withPicturesOf(value, present)) === last);
