import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import type { WorkLeft } from '../../../../shared/deliveries/operations';
import { ledgerOf } from '../../ledger/ledger';
import type { Runner } from './runner';

/** How often what is left is counted, in milliseconds. */
const LOOK_MS = 250;

/**
 * Works until no delivery is pending and no rebuild is running, and yields what is left. Another
 * process may work on the same log meanwhile: who takes which stream does not matter. What failed
 * is not waited for.
 */
export async function* drain(strapi: Core.Strapi, runner: Runner): AsyncGenerator<WorkLeft> {
  runner.start();
  // In a site that runs it may be asleep until its next sweep.
  runner.kick();
  try {
    for (;;) {
      const job = await ledgerOf(strapi).jobs.latest(['running']);
      const pending = await ledgerOf(strapi).selected.count({ state: 'pending' });
      yield { pending, done: job?.done ?? null };
      if (pending === 0 && job === null) return;
      await sleep(LOOK_MS);
    }
  } finally {
    await runner.stop();
  }
}
