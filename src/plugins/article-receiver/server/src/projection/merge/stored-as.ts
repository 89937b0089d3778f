import { fingerprint } from './fingerprint';
import { hasValueOf } from './is-nothing';
import type { Fields, Hashes } from './merge';

/**
 * Values that differ from what was written: the site's own code may trim, cut or complete them, and a database
 * may round them. Such a value is no person's edit.
 */
export interface AsWritten {
  /** Hashes of what was written last. */
  base: Hashes | null;
  /** Hashes of what stood there afterwards, where that was something else. */
  storedAs: Readonly<Hashes>;
}

/** Hashes of the stored values, for the fields in which they differ from what was written. */
export const storedForms = (written: Fields, stored: Fields): Hashes =>
  Object.fromEntries(
    Object.entries(stored).flatMap(([field, value]) => {
      // The same text need not be hashed.
      if (!(field in written) || written[field] === value) return [];
      const hash = fingerprint(value);
      return fingerprint(written[field]) === hash ? [] : [[field, hash]];
    }),
  );

/** Whether a field has what was written into it last, or what the site made of that. */
export function isAsWritten({ base, storedAs }: AsWritten, field: string, value: unknown): boolean {
  const hash = fingerprint(value);
  return hasValueOf(value, base?.[field], hash) || hash === storedAs[field];
}

/** The fields in which an entry has what the site made of the value that was written last. */
export const madeOf = ({ storedAs }: AsWritten, current: Fields): string[] =>
  Object.keys(storedAs).filter((field) => fingerprint(current[field]) === storedAs[field]);

/**
 * The versions of an entry as if the site had left what was written as it was: where the feed still
 * says the same, there is nothing to write again.
 * @param fields in which the draft has what the site made of it.
 */
export function asIfWritten<Version extends Fields | null>(
  version: Version,
  fields: readonly string[],
  wanted: Fields,
  { base, storedAs }: AsWritten,
): Version {
  const same = fields.filter(
    (field) =>
      base?.[field] === fingerprint(wanted[field]) &&
      fingerprint(version?.[field]) === storedAs[field],
  );
  return same.length === 0
    ? version
    : { ...version, ...Object.fromEntries(same.map((field) => [field, wanted[field]])) };
}
