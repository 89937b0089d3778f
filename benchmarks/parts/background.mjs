import { SIZES, template } from '../support/bodies.mjs';
import { load } from '../support/load.mjs';
import { startReceiver } from '../support/site.mjs';
import { quantile, short } from '../support/stats.mjs';

export const title = 'Acknowledging while 500 articles are projected';

/** @typedef {import('../support/server.mjs').Server} Server */
/** @typedef {import('../support/bodies.mjs').Template} Template */

const BACKLOG = 500;
const AT_ONCE = [1, 8, 32];
/** How long deliveries are sent, at rest and while the backlog is worked on, in milliseconds. */
const DURATION_MS = 5_000;
/** Articles that are projected before anything is measured. */
const WARM_UP = 100;
/** Deliveries a block. */
const REQUESTS = 96;

/**
 * The slowest 1 % of acknowledgements, with the runner at rest and at work on a backlog, and how
 * far it gets with that meanwhile.
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run() {
  /** @type {string[][]} */
  const rows = [];
  /** @type {import('../support/report.mjs').Check[]} */
  const checks = [];
  for (const atOnce of AT_ONCE) {
    const { idle, busy, projected } = await measured(atOnce);
    const [before, during] = [quantile(idle, 0.99), quantile(busy, 0.99)];
    const ratio = during / before;
    const figures = [before, during, ratio].map(short);
    rows.push(['14 KB', String(atOnce), ...figures, String(busy.length), String(projected)]);
    checks.push({
      measure: `slowest 1 % while projecting, ${atOnce} at once`,
      measured: { value: ratio, low: ratio, high: ratio },
      atMost: 2,
    });
  }
  return [{ title, head: HEAD, rows, checks }];
}

const HEAD = [
  'body',
  'at once',
  'idle, ms',
  'while projecting, ms',
  'ratio',
  'acknowledged meanwhile',
  'articles projected meanwhile',
];

/** A server of its own for each: what is left of its backlog is nobody's. @param {number} atOnce */
async function measured(atOnce) {
  const server = await startReceiver();
  try {
    const text = await template(/** @type {any} */ (SIZES[0]));
    await load(server, text, { requests: WARM_UP, atOnce: 8 });
    await server.ask('idle');
    await server.ask('rest');
    const idle = await sent(server, text, atOnce);
    // What was just sent is the beginning of the backlog.
    await load(server, text, { requests: BACKLOG, atOnce: 8 });
    const waiting = await server.ask('pending');
    await server.ask('work');
    const busy = await sent(server, text, atOnce);
    const projected = waiting + busy.length - (await server.ask('pending'));
    return { idle, busy, projected };
  } finally {
    await server.stop();
  }
}

/**
 * Sends deliveries for a while. @returns how long each took, in milliseconds
 * @param {Server} server @param {Template} from @param {number} atOnce
 */
async function sent(server, from, atOnce) {
  const latencies = [];
  const until = performance.now() + DURATION_MS;
  while (performance.now() < until) {
    const { latenciesMs } = await load(server, from, { requests: REQUESTS, atOnce });
    latencies.push(...latenciesMs);
  }
  return latencies;
}
