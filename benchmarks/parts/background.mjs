import { setTimeout as passed } from 'node:timers/promises';
import { SIZES, template } from '../support/bodies.mjs';
import { load, stream } from '../support/load.mjs';
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
  return [{ title, head: HEAD, rows, checks }, await steadySection()];
}

const STEADY = { perSecond: 50, durationMs: 8_000 };

/**
 * How far the runner gets with a backlog while deliveries arrive at a steady rate, against quiet, and
 * how long those wait for their answers meanwhile, against a runner at rest.
 * @returns {Promise<import('../support/report.mjs').Section>}
 */
async function steadySection() {
  const server = await startReceiver();
  try {
    const text = await template(/** @type {any} */ (SIZES[0]));
    await load(server, text, { requests: WARM_UP, atOnce: 8 });
    await server.ask('idle');
    await server.ask('rest');
    const idle = quantile(await stream(server, text, STEADY), 0.99);
    await load(server, text, { requests: BACKLOG * 2, atOnce: 8 });
    await server.ask('work');
    const quiet = await projectedDuring(server, () => passed(STEADY.durationMs));
    /** @type {number[]} */
    let latencies = [];
    const busy = await projectedDuring(server, async () => {
      latencies = await stream(server, text, STEADY);
    });
    const during = quantile(latencies, 0.99);
    const only = (/** @type {number} */ value) => ({ value, low: value, high: value });
    return {
      title: `Projecting while 14 KB arrive at ${STEADY.perSecond} a second`,
      head: [
        'articles a second, quiet',
        'meanwhile',
        'ratio',
        'slowest 1 %, ms',
        'at rest',
        'ratio',
      ],
      rows: [[quiet, busy, busy / quiet, during, idle, during / idle].map(short)],
      checks: [
        { measure: 'articles while deliveries arrive', measured: only(busy / quiet), atLeast: 0.7 },
        { measure: 'slowest 1 % at a steady rate', measured: only(during / idle), atMost: 2 },
      ],
    };
  } finally {
    await server.stop();
  }
}

/** @param {Server} server @param {() => Promise<unknown>} meanwhile @returns {Promise<number>} articles a second */
async function projectedDuring(server, meanwhile) {
  const [before, since] = [await server.ask('applied'), performance.now()];
  await meanwhile();
  return ((await server.ask('applied')) - before) / ((performance.now() - since) / 1_000);
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
