/** What spreadsheets take for the beginning of a formula, wide forms included. */
const FORMULA = /^[\s\0]*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;
const TO_QUOTE = /[",\r\n\t]|^\s|\s$/;

export type Cell = string | number | null;

/**
 * A cell as RFC 4180 has it. A text that a spreadsheet would carry out gets an apostrophe in front,
 * so that it stays a text.
 */
export function csvCell(value: Cell): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return TO_QUOTE.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`;
