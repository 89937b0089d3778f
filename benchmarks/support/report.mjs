import { cpus, totalmem } from 'node:os';
import { short, shown } from './stats.mjs';

/**
 * A goal and what was measured: `atLeast` or `atMost`.
 * @typedef {{ measure: string, measured: import('./stats.mjs').Measured, atLeast?: number,
 *   atMost?: number, unit?: string }} Check
 *
 * A table of results.
 * @typedef {{ title: string, head: string[], rows: string[][], notes?: string[], checks?: Check[] }} Section
 */

/** @param {Check} check */
export const isMet = ({ measured: { value }, atLeast = -Infinity, atMost = Infinity }) =>
  value >= atLeast && value <= atMost;

/** @param {string[]} head @param {string[][]} rows */
function markdownTable(head, rows) {
  const line = (/** @type {string[]} */ cells) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

/** @param {Section} section */
export const sectionText = ({ title, head, rows, notes = [] }) =>
  [`### ${title}`, markdownTable(head, rows), ...notes].join('\n\n');

/** @param {Check[]} checks */
export function checksText(checks) {
  const rows = checks.map((check) => [
    check.measure,
    check.atLeast === undefined ? `≤ ${check.atMost}` : `≥ ${check.atLeast}`,
    `${shown(check.measured)}${check.unit ? ` ${check.unit}` : ''}`,
    isMet(check) ? 'met' : 'NOT MET',
  ]);
  return ['### Goals', markdownTable(['measure', 'goal', 'measured', ''], rows)].join('\n\n');
}

/** What it was measured on: no names, no paths. */
export function machineText() {
  const [first] = cpus();
  const gib = totalmem() / 1024 ** 3;
  const date = new Date().toISOString().slice(0, 10);
  return `Measured on ${date}: ${cpus().length} cores (${first?.model.trim() || 'unknown'}), ${short(gib)} GiB, Node ${process.version}, ${process.platform}.`;
}
