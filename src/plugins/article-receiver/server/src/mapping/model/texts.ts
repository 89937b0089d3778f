const ELLIPSIS = '…';

/** A text of at most `limit` characters, cut at a word's end where one is near, with an ellipsis. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  if (limit < 1) return '';
  let cut = text.slice(0, limit - 1);
  if (/[\uD800-\uDBFF]$/.test(cut)) cut = cut.slice(0, -1);
  const wordEnd = cut.search(/\s+\S*$/);
  const kept =
    /\s/.test(text[limit - 1] ?? '') || wordEnd < limit / 2 ? cut : cut.slice(0, wordEnd);
  return kept.trimEnd() + ELLIPSIS;
}

/** Whether a value counts as empty, so that the next source, or `otherwise`, takes its place. */
export const isBlank = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);
