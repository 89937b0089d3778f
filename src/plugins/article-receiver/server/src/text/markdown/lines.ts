/** A part of a text, as offsets into it. */
export interface Range {
  start: number;
  end: number;
}

export interface Line extends Range {
  /** Without what ends it. */
  text: string;
  number: number;
}

/** The lines of a text; a carriage return alone ends one, too. */
export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const { 0: line, index } of text.matchAll(/[^\n\r]*(?:\r\n|\n|\r|$)/g)) {
    const bare = line.replace(/[\n\r]+$/, '');
    lines.push({ text: bare, start: index, end: index + bare.length, number: lines.length });
    if (index + line.length === text.length) break;
  }
  return lines;
}

export const isBlank = (line: string | undefined): boolean =>
  line === undefined || /^[ \t]*$/.test(line);

/** The lines between two blank ones: no paragraph, and nothing within one, is longer. */
export function chunksOf(lines: readonly Line[]): Line[][] {
  const chunks: Line[][] = [];
  let chunk: Line[] = [];
  for (const line of lines) {
    if (!isBlank(line.text)) chunk.push(line);
    else if (chunk.length > 0) {
      chunks.push(chunk);
      chunk = [];
    }
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

/** Whether an offset lies in none of the ranges, asked in ascending order. */
export function outsideOf(ranges: readonly Range[]): (at: number) => boolean {
  let next = 0;
  return (at) => {
    while ((ranges[next]?.end ?? Infinity) <= at) next += 1;
    return at < (ranges[next]?.start ?? Infinity);
  };
}
