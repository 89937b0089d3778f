import { fingerprint } from './fingerprint';
import { isOfOtherType } from './other-type';

/** Whether a field with this value is empty. */
export const isEmptyValue = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);

/** The hashes of empty values. */
const NOTHING: ReadonlySet<string> = new Set([null, '', []].map(fingerprint));

/**
 * Whether a field has a value that is known by its hash, or is as empty as that: where somebody types something into
 * an empty field and takes it out again, a form saves another nothing than there was. A value that was written when
 * the field was of another type is known, too.
 * @param own the hash of the value, where it is known.
 */
export const hasValueOf = (
  value: unknown,
  hash: string | undefined,
  own: string = fingerprint(value),
): boolean => {
  if (own === hash) return true;
  if (hash === undefined) return false;
  if (isEmptyValue(value)) return NOTHING.has(hash);
  return isOfOtherType(value, hash);
};
