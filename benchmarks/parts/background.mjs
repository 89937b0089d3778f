import { Agent } from 'node:http';
import { SIZES, renew, template } from '../support/bodies.mjs';
import { load, post } from '../support/load.mjs';
import { startReceiver } from '../support/site.mjs';
import { quantile, short } from '../support/stats.mjs';

export const title = 'Acknowledging while 500 articles are projected';

/** @typedef {import('../support/server.mjs').Server} Server */
/** @typedef {import('../support/bodies.mjs').Template} Template */

const BACKLOG = 500;
const AT_ONCE = [1, 8, 32];
/** Deliveries a block, while the backlog lasts. */
const REQUESTS = 96;

/**
 * The slowest 1 % of acknowledgements, with the runner at rest and at work on a backlog.
 * @param {{ rounds: number }} options
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run({ rounds }) {
  const server = await startReceiver();
  try {
    const text = await template(/** @type {any} */ (SIZES[0]));
    const pictures = await template(/** @type {any} */ (SIZES[1]));
    await load(server, pictures, { requests: 16, atOnce: 4 });
    await server.ask('idle');
    /** @type {string[][]} */
    const rows = [];
    /** @type {import('../support/report.mjs').Check[]} */
    const checks = [];
    for (const atOnce of AT_ONCE) {
      /** @type {number[]} */
      const idle = [];
      /** @type {number[]} */
      const busy = [];
      await server.ask('rest');
      for (let round = 0; round < rounds; round += 1) {
        idle.push(...(await block(server, text, atOnce)));
      }
      await fill(server, text, BACKLOG);
      await server.ask('work');
      for (let round = 0; round < rounds; round += 1) {
        busy.push(...(await block(server, text, atOnce)));
      }
      await server.ask('idle');
      const [before, during] = [quantile(idle, 0.99), quantile(busy, 0.99)];
      const ratio = during / before;
      rows.push(['14 KB', String(atOnce), short(before), short(during), short(ratio)]);
      checks.push({
        measure: `slowest 1 % while projecting, ${atOnce} at once`,
        measured: { value: ratio, low: ratio, high: ratio },
        atMost: 2,
      });
    }
    const head = ['body', 'at once', 'idle, ms', 'while projecting, ms', 'ratio'];
    return [{ title, head, rows, checks }];
  } finally {
    await server.stop();
  }
}

/** @param {Server} server @param {Template} from @param {number} atOnce */
async function block(server, from, atOnce) {
  const { latenciesMs } = await load(server, from, { requests: REQUESTS, atOnce });
  return latenciesMs;
}

/** Deliveries that wait for their projection. @param {Server} server @param {Template} from @param {number} count */
async function fill(server, from, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  let left = count;
  const sender = async () => {
    const bytes = Buffer.from(from.bytes);
    while (left > 0) {
      left -= 1;
      renew(from, bytes);
      await post(server, bytes, agent);
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  agent.destroy();
}
