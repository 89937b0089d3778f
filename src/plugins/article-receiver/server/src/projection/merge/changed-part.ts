import type { FieldChange } from '../../../../shared/deliveries/deliveries';

/** Texts of more than this many characters are cut to the part in which they differ. */
export const MAX_WHOLE = 100_000;

/** How many common characters are kept before and after that part. */
const AROUND = 500;

const CUT = '…';

/**
 * A change as people look at it: of long texts, only the part that differs. To send texts of megabytes twice and
 * to compare them in a browser would take seconds, for something that nobody reads.
 * @returns the change itself where both are short, or no texts.
 */
export function changedPart(change: FieldChange): FieldChange {
  const { before, after } = change;
  if (!isText(before) || !isText(after) || !(isLong(before) || isLong(after))) return change;
  const [left, right] = [before ?? '', after ?? ''];
  const start = Math.max(0, commonStart(left, right) - AROUND);
  // A text that is new is shown from its beginning.
  const common = commonEnd(left, right, start);
  const part = (text: string): string => {
    const end = Math.min(text.length, text.length - common + AROUND, start + MAX_WHOLE);
    const shown = text.slice(start, end).toWellFormed();
    return `${start > 0 ? CUT : ''}${shown}${end < text.length ? CUT : ''}`;
  };
  return {
    ...change,
    before: before === null ? null : part(left),
    after: after === null ? null : part(right),
    isPart: true,
  };
}

const isText = (value: unknown): value is string | null =>
  value === null || typeof value === 'string';

const isLong = (text: string | null): boolean => text !== null && text.length > MAX_WHOLE;

/** How many characters two texts have in common at their start. */
function commonStart(left: string, right: string): number {
  const shorter = Math.min(left.length, right.length);
  let count = 0;
  while (count < shorter && left.charCodeAt(count) === right.charCodeAt(count)) count += 1;
  return count;
}

/** How many they have in common at their end, without what stands before `from`. */
function commonEnd(left: string, right: string, from: number): number {
  const shorter = Math.min(left.length, right.length) - from;
  let count = 0;
  while (
    count < shorter &&
    left.charCodeAt(left.length - 1 - count) === right.charCodeAt(right.length - 1 - count)
  )
    count += 1;
  return count;
}
