import type { FieldChange } from '../../../../shared/deliveries';

/** From here on, an answer has of two texts only where they differ, in characters. */
export const MAX_WHOLE = 100_000;

/** As much of what they have in common stands before and behind it. */
const AROUND = 500;

const CUT = '…';

/**
 * A change as it is looked at: of long texts the part that differs. Of megabytes, to write them twice into an
 * answer, to send it and to compare it in a browser takes seconds for nothing that anybody reads.
 * @returns the change itself where both are short, or no texts.
 */
export function changedPart(change: FieldChange): FieldChange {
  const { before, after } = change;
  if (!isText(before) || !isText(after) || !(isLong(before) || isLong(after))) return change;
  const [left, right] = [before ?? '', after ?? ''];
  const start = Math.max(0, commonStart(left, right) - AROUND);
  // A first text is shown from its beginning, not from its end.
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
