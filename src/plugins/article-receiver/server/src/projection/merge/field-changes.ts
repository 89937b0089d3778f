import type { FieldChange } from '../../../../shared/deliveries/deliveries';
import { fingerprint } from './fingerprint';
import { isEmptyValue } from './is-nothing';
import type { Fields } from './merge';

/**
 * What one delivery says differently from another, field by field.
 * @param before null where there was none: then everything that has a value is a change.
 */
export function fieldChanges(before: Fields | null, after: Fields): FieldChange[] {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])];
  return names.flatMap((field) => {
    const change = {
      field,
      before: before?.[field] ?? null,
      after: after[field] ?? null,
      isKept: false,
    };
    const isSame =
      fingerprint(change.before) === fingerprint(change.after) ||
      (isEmptyValue(change.before) && isEmptyValue(change.after));
    return isSame ? [] : [change];
  });
}
