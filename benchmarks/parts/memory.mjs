import { SIZES, template } from '../support/bodies.mjs';
import { load } from '../support/load.mjs';
import { startReceiver } from '../support/site.mjs';
import { shown, spread } from '../support/stats.mjs';

export const title = 'Memory with 32 deliveries of 13 MB at once';

const AT_ONCE = 32;
const MIB = 1024 * 1024;

/**
 * The highest resident memory that the process ever had, above what it had when idle. None of the
 * deliveries may be refused: that would end the run. A new process for each round.
 * @param {{ rounds: number }} options
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run({ rounds }) {
  const from = await template(/** @type {any} */ (SIZES[3]));
  const small = await template(/** @type {any} */ (SIZES[0]));
  /** @type {number[]} */
  const above = [];
  /** @type {number[]} */
  const idle = [];
  for (let round = 0; round < Math.min(3, rounds); round += 1) {
    const server = await startReceiver();
    try {
      await load(server, small, { requests: 50, atOnce: 8 });
      await server.ask('idle');
      const { rss } = await server.usage();
      await load(server, from, { requests: AT_ONCE, atOnce: AT_ONCE });
      await server.ask('idle');
      idle.push(rss / MIB);
      above.push(((await server.usage()).maxRss - rss) / MIB);
    } finally {
      await server.stop();
    }
  }
  const measured = spread(above);
  return [
    {
      title,
      head: ['idle, MiB', 'above idle at the most, MiB'],
      rows: [[shown(spread(idle)), shown(measured)]],
      checks: [{ measure: 'memory above idle', measured, atMost: 512, unit: 'MiB' }],
    },
  ];
}
