import { setTimeout as sleep } from 'node:timers/promises';
import type { Core } from '@strapi/types';
import { countDeliveries } from '../event-log/select';
import type { Runner } from './runner';

/** How often what is left is counted, in milliseconds. */
const LOOK_MS = 250;

/**
 * Works until no delivery is pending, and yields how many still are. Another process may work on
 * the same log meanwhile: who takes which stream does not matter. What failed is not waited for.
 */
export async function* drain(strapi: Core.Strapi, runner: Runner): AsyncGenerator<number> {
  runner.start();
  try {
    for (;;) {
      const left = await countDeliveries(strapi, { states: ['pending'] });
      yield left;
      if (left === 0) return;
      await sleep(LOOK_MS);
    }
  } finally {
    await runner.stop();
  }
}
