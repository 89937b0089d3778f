import { note } from './output';

const WIDTH = 24;
/** How often a terminal's line is drawn again, in milliseconds. */
const DRAW_MS = 100;
/** How often a log gets a line, in milliseconds. */
const LINE_MS = 10_000;

const seconds = (since: number): string => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** How far some work is: a bar on a terminal, now and then a plain line elsewhere. */
export interface Progress {
  update(done: number): void;
  /** Makes room for a line of the result; the next update draws the bar below it. */
  clear(): void;
  /** Ends it, whatever came of the work. */
  end(): void;
}

/** Shows progress on standard error. @param total how much there is to do; unknown when 0. */
export function showProgress(label: string, total = 0): Progress {
  const since = Date.now();
  const isTerminal = process.stderr.isTTY;
  let done = 0;
  let shownAt = isTerminal ? 0 : since;

  const count = () => (total > 0 ? ` ${done} of ${total}` : done > 0 ? ` ${done}` : '');
  const draw = () => {
    const filled = total > 0 ? Math.min(WIDTH, Math.floor((done / total) * WIDTH)) : 0;
    const bar = total > 0 ? ` [${'#'.repeat(filled)}${'.'.repeat(WIDTH - filled)}]` : '';
    process.stderr.write(`\r\x1b[2K${label}${bar}${count()} (${seconds(since)})`);
  };
  if (isTerminal) draw();

  return {
    update: (now) => {
      done = now;
      if (Date.now() - shownAt < (isTerminal ? DRAW_MS : LINE_MS)) return;
      shownAt = Date.now();
      if (isTerminal) draw();
      else note(`${label}:${count()}`);
    },
    clear: () => {
      if (isTerminal) process.stderr.write('\r\x1b[2K');
    },
    end: () => {
      if (isTerminal) process.stderr.write('\r\x1b[2K');
      else if (total > 0 || done > 0) note(`${label}:${count()} (${seconds(since)})`);
    },
  };
}
