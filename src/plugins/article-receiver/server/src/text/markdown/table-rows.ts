const HEAD = /^\|[^\\]*\|[ \t]*$/;
const DELIMITERS = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

const barsIn = (line: string): number => line.split('|').length - 1;

/**
 * The rows of tables that are written so that nothing else can be seen in them: at the start of the line,
 * after a blank one, each between bars, with as many in the head as in the row below it.
 *
 * @returns whether the line with a number is one, its head included
 */
export function tableRows(lines: readonly string[]): (line: number) => boolean {
  const rows = new Set<number>();
  for (let at = 0; at + 1 < lines.length; at += 1) {
    const [before = '', head = '', below = ''] = [lines[at - 1], lines[at], lines[at + 1]];
    const isTable = before.trim() === '' && HEAD.test(head) && DELIMITERS.test(below);
    if (!isTable || barsIn(head) !== barsIn(below)) continue;
    for (; lines[at]?.startsWith('|'); at += 1) rows.add(at);
  }
  return (line) => rows.has(line);
}
