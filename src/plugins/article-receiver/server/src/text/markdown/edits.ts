/** One replacement in a text: the characters from `start` up to `end` become `text`. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Applies edits given in any order. Of two that overlap, the one that starts first wins. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const edit of [...edits].sort((a, b) => a.start - b.start)) {
    if (edit.start < at) continue;
    parts.push(text.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  parts.push(text.slice(at));
  return parts.join('');
}
