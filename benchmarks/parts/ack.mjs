import { SIZES, template } from '../support/bodies.mjs';
import { load } from '../support/load.mjs';
import { keepProfile } from '../support/profile.mjs';
import { startLimit, startReceiver, startRoute, startRow, startWritten } from '../support/site.mjs';
import { inTurn, quantile, ratios, short, shown, spread } from '../support/stats.mjs';

export const title = 'Acknowledging a delivery';

/** @typedef {import('../support/server.mjs').Server} Server */
/** @typedef {import('../support/load.mjs').Block} Block */
/** @typedef {import('../support/report.mjs').Section} Section */

const AT_ONCE = [1, 8, 32];

/** How many deliveries of each size make one block, by peer: about half a second of work. */
const REQUESTS = {
  '14 KB': { fast: 192, slow: 32 },
  '0.6 MB': { fast: 96, slow: 4 },
  '3 MB': { fast: 32, slow: 2 },
  '13 MB': { fast: 10, slow: 1 },
};

/** Deliveries that each server takes before it is measured, of 14 KB and of 0.6 MB. */
const WARM_UP = 1_000;

/** Of the acknowledgement's throughput; (a) where bodies have images, (d) where they are small. */
const GOALS = {
  '14 KB': { limit: 0.5, row: 1.5, written: null, route: 0.7 },
  '0.6 MB': { limit: 1, row: 1.5, written: 10, route: null },
  '3 MB': { limit: 1, row: 1.5, written: 10, route: null },
  '13 MB': { limit: 1, row: 1.5, written: 10, route: null },
};

/** @typedef {keyof typeof GOALS} Label */

/**
 * Throughput and latency of the acknowledgement alone: the receiver's runner rests, because what
 * peers (b) and (c) leave undone must not count against it. `background` measures it with work behind.
 * @param {{ rounds: number, quick: boolean, sizes: string[], profile: boolean }} options
 * @returns {Promise<Section[]>}
 */
export async function run({ rounds, quick, sizes, profile }) {
  /** @type {string[][]} */
  const rows = [];
  /** @type {import('../support/report.mjs').Check[]} */
  const checks = [];
  for (const size of SIZES.filter(({ label }) => sizes.length === 0 || sizes.includes(label))) {
    const from = await template(size);
    const label = /** @type {Label} */ (size.label);
    await withServers(label, quick, async (servers) => {
      for (const server of servers) await warmUp(server, from, label);
      if (profile) await profiled(servers[0], from, label);
      for (const atOnce of AT_ONCE) {
        // The largest bodies fill the memory that the databases lie in.
        const times = label === '13 MB' ? Math.min(rounds, 3) : rounds;
        const blocks = await measure(servers, from, label, atOnce, times);
        rows.push(rowOf(size.label, atOnce, blocks));
        checks.push(...checksOf(label, atOnce, blocks));
      }
    });
  }
  return [{ title, head: HEAD, rows, checks }];
}

/**
 * New servers for each size: what the one before stored is no part of it.
 * @param {Label} label
 * @param {boolean} quick leaves out (a), which is the slowest by far
 * @param {(servers: Server[]) => Promise<void>} measure
 */
async function withServers(label, quick, measure) {
  const starts = [startReceiver, startRow, startLimit];
  if (!quick) starts.push(startWritten);
  if (GOALS[label].route !== null) starts.push(startRoute);
  const servers = await Promise.all(starts.map((start) => start()));
  try {
    await servers[0]?.ask('rest');
    await measure(servers);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/**
 * Thrown away: a server has been up for a while, its code compiled by what it took before, its heap
 * as large as it gets. (a) spends its time on images, which no warming makes faster.
 * @param {Server} server @param {import('../support/bodies.mjs').Template} from @param {Label} label
 */
async function warmUp(server, from, label) {
  const [small, medium] = /** @type {[any, any]} */ (SIZES);
  const hasImages = label !== '14 KB' && server.name !== '(a)';
  await load(server, await template(small), { requests: WARM_UP, atOnce: 8 });
  if (hasImages) await load(server, await template(medium), { requests: WARM_UP, atOnce: 8 });
  await load(server, from, blockOf(server, label, 8));
}

/** @param {Server | undefined} server @param {import('../support/bodies.mjs').Template} from @param {Label} label */
async function profiled(server, from, label) {
  if (!server) return;
  await server.ask('startProfile');
  for (let time = 0; time < 4; time += 1) await load(server, from, blockOf(server, label, 1));
  await keepProfile(`ack-${label.replace(' ', '-')}`, await server.ask('stopProfile'));
}

/** @param {Server} server @param {Label} label @param {number} atOnce */
function blockOf({ name }, label, atOnce) {
  const { fast, slow } = REQUESTS[label];
  const requests = name === '(a)' ? slow : fast;
  // Everybody who sends at once sends at least once.
  return { requests: name === '(a)' ? requests : Math.max(requests, atOnce), atOnce };
}

/**
 * @param {Server[]} servers @param {import('../support/bodies.mjs').Template} from
 * @param {Label} label @param {number} atOnce @param {number} rounds
 * @returns {Promise<Map<string, Block[]>>} by the server's name
 */
async function measure(servers, from, label, atOnce, rounds) {
  /** @type {Map<string, Block[]>} */
  const blocks = new Map(servers.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const server of inTurn(servers, round)) {
      blocks.get(server.name)?.push(await load(server, from, blockOf(server, label, atOnce)));
    }
  }
  return blocks;
}

const throughput = (/** @type {Block} */ { requests, wallMs }) => (requests / wallMs) * 1_000;

/** @param {Block[]} blocks */
const slowest = (blocks) =>
  quantile(
    blocks.flatMap(({ latenciesMs }) => latenciesMs),
    0.99,
  );

const HEAD = [
  'body',
  'at once',
  'deliveries/s',
  '× (b)',
  '× (c)',
  '× (a)',
  '× (d)',
  'CPU ms',
  'CPU of (b)',
  'CPU of (c)',
  'CPU of (a)',
  'CPU of (d)',
  'slowest 1 %, ms',
  'of (b)',
  'of (c)',
];

/** @param {string} label @param {number} atOnce @param {Map<string, Block[]>} blocks */
function rowOf(label, atOnce, blocks) {
  const of = (/** @type {string} */ name) => blocks.get(name) ?? [];
  const cpu = (/** @type {string} */ name) =>
    of(name).length > 0 ? short(spread(of(name).map(({ cpuMs }) => cpuMs)).value) : '–';
  const against = (/** @type {string} */ name) =>
    of(name).length > 0
      ? shown(ratios(of('receiver').map(throughput), of(name).map(throughput)))
      : '–';
  return [
    label,
    String(atOnce),
    short(spread(of('receiver').map(throughput)).value),
    against('(b)'),
    against('(c)'),
    against('(a)'),
    against('(d)'),
    cpu('receiver'),
    cpu('(b)'),
    cpu('(c)'),
    cpu('(a)'),
    cpu('(d)'),
    short(slowest(of('receiver'))),
    short(slowest(of('(b)'))),
    short(slowest(of('(c)'))),
  ];
}

/** @param {Label} label @param {number} atOnce @param {Map<string, Block[]>} blocks @returns {import('../support/report.mjs').Check[]} */
function checksOf(label, atOnce, blocks) {
  const of = (/** @type {string} */ name) => blocks.get(name) ?? [];
  const what = `${label}, ${atOnce} at once`;
  const goals = GOALS[label];
  /** @type {[string, number | null][]} */
  const against = [
    ['(b)', goals.row],
    ['(c)', goals.limit],
    ['(a)', goals.written],
    ['(d)', goals.route],
  ];
  const throughputs = against.flatMap(([name, goal]) =>
    goal === null || of(name).length === 0
      ? []
      : [
          {
            measure: `throughput against ${name}: ${what}`,
            measured: ratios(of('receiver').map(throughput), of(name).map(throughput)),
            atLeast: goal,
          },
        ],
  );
  const late = slowest(of('receiver')) / slowest(of('(b)'));
  return [
    ...throughputs,
    {
      measure: `slowest 1 % against (b): ${what}`,
      measured: { value: late, low: late, high: late },
      atMost: 1,
    },
  ];
}
