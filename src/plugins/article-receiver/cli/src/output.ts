import { once } from 'node:events';

/**
 * The command's own standard output. Everything else that is printed while a site is loaded (its
 * log, a plugin's banner) goes to standard error, so that what a script reads is only the result.
 */
const write = process.stdout.write.bind(process.stdout);

/** From now on only `print` and its like reach standard output. */
export function reserveStandardOutput(): void {
  process.stdout.write = process.stderr.write.bind(process.stderr);
}

let isUnread = false;

/** The result arrives nowhere: what is still printed is left out, and the work goes on. */
export function giveUpPrinting(): void {
  isUnread = true;
}

/** Whether the result arrives nowhere: who only looks has no more to do then. */
export const isGivenUp = (): boolean => isUnread;

/** Prints text or bytes as they are, at the pace of whoever reads. */
export async function printRaw(data: string | Uint8Array): Promise<void> {
  if (isUnread || write(data)) return;
  // What keeps it from arriving is told where the stream is listened to.
  await once(process.stdout, 'drain').catch(() => undefined);
}

export const print = (line = ''): Promise<void> => printRaw(`${line}\n`);

export const printJson = (value: unknown): Promise<void> => print(JSON.stringify(value, null, 2));

/** Resolves once everything printed is on its way; a pipe may be slow. */
export function flushed(): Promise<void> {
  return new Promise((resolve) => {
    write('', () => resolve());
  });
}

/** A message beside the result: on standard error. */
export function note(line: string): void {
  process.stderr.write(`${visible(line)}\n`);
}

/**
 * Text of a delivery on one line, without what a terminal would obey: escape sequences in a title
 * must not move the cursor, and marks of writing direction must not turn the rest around.
 */
export const visible = (text: string): string =>
  text.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, '\ufffd');

const shorten = (text: string, width: number): string => {
  const letters = Array.from(text);
  return letters.length <= width ? text : `${letters.slice(0, width - 1).join('')}…`;
};

const lengthOf = (text: string): number => Array.from(text).length;

const pad = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - lengthOf(text)));

/** Lines of a table: a heading and left-aligned columns, each at most `maxWidth` letters wide. */
export function tableOf(
  heading: readonly string[],
  rows: readonly (readonly (string | null)[])[],
  maxWidth = 48,
): string[] {
  const cells = rows.map((row) => row.map((cell) => shorten(visible(cell ?? '-'), maxWidth)));
  const widths = heading.map((name, column) =>
    cells.reduce((width, row) => Math.max(width, lengthOf(row[column] ?? '')), name.length),
  );
  return [heading, ...cells].map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

export async function printTable(...table: Parameters<typeof tableOf>): Promise<void> {
  for (const line of tableOf(...table)) await print(line);
}
