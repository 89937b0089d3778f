import { hasValueOf, isEmptyValue } from '../merge/is-nothing';
import { fingerprint } from '../merge/fingerprint';
import type { Fields } from '../merge/merge';

/** A delivery's place in the order of all deliveries: occurredAt, sourceUpdatedAt, position. */
export type Stamp = readonly [occurredAt: number, sourceUpdatedAt: number, position: number];

/**
 * Documents that deliveries of several articles fill together (campaigns, tags, media) keep, for
 * each field, the hash of the value last written and the stamp of the delivery that it came from:
 * a last-writer-wins register. So the order in which deliveries arrive does not matter here either.
 */
export type Registers = Record<string, { hash: string; stamp: Stamp }>;

export function compareStamps(a: Stamp, b: Stamp): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Whether a delivery is too old to say anything that the registers do not know already. */
export function isSuperseded(desired: Fields, stamp: Stamp, registers: Registers): boolean {
  return Object.keys(desired).every((field) => {
    const register = registers[field];
    return register !== undefined && compareStamps(stamp, register.stamp) <= 0;
  });
}

/**
 * What a delivery writes to a shared document: the fields for which it is the newest so far, less
 * those that an editor changed since.
 * @param current the document's values; null when there is no document yet.
 */
export function mergeRegisters(
  desired: Fields,
  stamp: Stamp,
  current: Fields | null,
  registers: Registers,
  mode: 'keep' | 'overwrite',
): { write: Fields; registers: Registers } {
  const write: Fields = {};
  const next: Registers = { ...registers };
  for (const [field, value] of Object.entries(desired)) {
    const register = registers[field];
    const hash = fingerprint(value);
    if (current === null) {
      write[field] = value;
    } else {
      if (register && compareStamps(stamp, register.stamp) < 0) continue;
      const present = fingerprint(current[field]);
      // What stands there without a register, a person wrote.
      const edited = register
        ? !hasValueOf(current[field], register.hash, present)
        : !isEmptyValue(current[field]);
      if (present !== hash && (!edited || mode === 'overwrite')) write[field] = value;
    }
    // An editor's value stays the document's, but the base moves on to what the feed said last.
    next[field] = { hash, stamp };
  }
  return { write, registers: next };
}
