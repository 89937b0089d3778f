import { setTimeout as pause } from 'node:timers/promises';

const PATIENCE_MS = 90_000;

/** Runs a check until it passes: for what happens soon, but not within the call that causes it. */
export async function eventually(check: () => Promise<void>): Promise<void> {
  // By a clock that no test sets.
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await pause(50);
    }
  }
}
