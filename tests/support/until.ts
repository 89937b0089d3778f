import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 50;
const PATIENCE_MS = 90_000;

/** Waits until a condition holds. @throws Error that names what was waited for. */
export async function until(
  what: string,
  holds: () => Promise<boolean> | boolean,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`Waited ${patienceMs} ms for ${what}.`);
    await sleep(POLL_MS);
  }
}
