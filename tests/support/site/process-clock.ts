import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The clock of a site that is a process of its own. It goes on from where it is set. */
export interface ProcessClock {
  /** The environment that the process is started with. */
  env: Record<string, string>;
  set(time: string): void;
}

export function processClock(time: string): ProcessClock {
  const file = join(mkdtempSync(join(tmpdir(), 'article-receiver-clock-')), 'ahead');
  const set = (to: string) => writeFileSync(file, String(Date.parse(to) - Date.now()));
  set(time);
  const shim = join(__dirname, 'clock-of-process.js');
  return { env: { TEST_CLOCK_FILE: file, NODE_OPTIONS: `--require=${shim}` }, set };
}
