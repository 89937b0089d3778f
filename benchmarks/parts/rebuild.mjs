import { Agent } from 'node:http';
import { SIZES, renew, template } from '../support/bodies.mjs';
import { copyArticle } from '../support/copies.mjs';
import { post } from '../support/load.mjs';
import { keepProfile } from '../support/profile.mjs';
import { startReceiver, startWritten } from '../support/site.mjs';
import { ratios, short, shown, spread } from '../support/stats.mjs';

export const title = 'Rebuilding unchanged articles';

/** @typedef {import('../support/server.mjs').Server} Server */
/** @typedef {import('../support/bodies.mjs').Template} Template */

const SIZE_SMALL = 1_000;
const SIZE_LARGE = 10_000;
const WRITTEN = 8;
/** Of the process that rebuilds, so that what it holds on to cannot hide among garbage. */
const HEAP_MIB = 256;
const MIB = 1024 * 1024;

/**
 * A rebuild over articles with two images each that are as they should be, against (a) writing
 * such an article.
 * @param {{ quick: boolean, profile: boolean }} options
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run({ quick, profile }) {
  const from = await template(/** @type {any} */ (SIZES[1]));
  const written = await startWritten();
  /** @type {number[]} */
  const byHand = [];
  try {
    await writtenCpu(written, from);
    const small = await rebuilt(from, SIZE_SMALL, profile);
    byHand.push(await writtenCpu(written, from));
    const large = quick ? small : await rebuilt(from, SIZE_LARGE, false);
    byHand.push(await writtenCpu(written, from));
    const faster = ratios(byHand, [small.cpuMs, large.cpuMs]);
    const grown = large.cpuMs / small.cpuMs;
    const rows = [small, large].map(({ articles, cpuMs, wallMs, memory }) => [
      String(articles),
      short(cpuMs),
      short(wallMs),
      short(memory),
    ]);
    rows.push(['(a), writing one', shown(spread(byHand)), '', '']);
    return [
      {
        title,
        head: ['articles', 'CPU ms each', 'ms each', 'memory added at the most, MiB'],
        rows,
        checks: [
          { measure: 'rebuild against (a), CPU an article', measured: faster, atLeast: 20 },
          {
            measure: 'rebuild of 10,000 against 1,000, CPU an article',
            measured: { value: grown, low: grown, high: grown },
            atMost: 1.2,
          },
          {
            measure: 'memory of the rebuild of 10,000 above that of 1,000',
            measured: spread([large.memory - small.memory]),
            atMost: 64,
            unit: 'MiB',
          },
        ],
      },
    ];
  } finally {
    await written.stop();
  }
}

/** @param {Template} from @param {number} articles @param {boolean} profile */
async function rebuilt(from, articles, profile) {
  const first = await startReceiver({ keep: true });
  const bytes = Buffer.from(from.bytes);
  const name = renew(from, bytes);
  const agent = new Agent();
  await post(first, bytes, agent);
  await first.ask('idle');
  agent.destroy();
  await first.stop();
  copyArticle(first.folder, { name, copies: articles - 1 });
  // What is measured is what a rebuild needs. With gigabytes to spare, V8 lets garbage lie.
  const nodeOptions = [`--max-old-space-size=${HEAP_MIB}`];
  const server = await startReceiver({ folder: first.folder, nodeOptions });
  try {
    await server.ask('idle');
    await server.ask('collect');
    const before = await server.usage();
    const since = performance.now();
    if (profile) await server.ask('startProfile');
    const { state, changed, failed } = await server.ask('rebuild');
    if (profile) await keepProfile('rebuild', await server.ask('stopProfile'));
    const wallMs = (performance.now() - since) / articles;
    const after = await server.usage();
    if (state !== 'done' || changed > 0 || failed > 0) {
      throw new Error(`the rebuild is ${state}: ${changed} changed, ${failed} failed`);
    }
    const cpuMs = (after.cpuMs - before.cpuMs) / articles;
    return { articles, cpuMs, wallMs, memory: (after.maxRss - before.rss) / MIB };
  } finally {
    await server.stop();
  }
}

/** The CPU time of (a) for a new article, in milliseconds. @param {Server} server @param {Template} from */
async function writtenCpu(server, from) {
  const agent = new Agent({ keepAlive: true });
  const bytes = Buffer.from(from.bytes);
  const before = await server.usage();
  for (let count = 0; count < WRITTEN; count += 1) {
    renew(from, bytes);
    await post(server, bytes, agent);
  }
  agent.destroy();
  return ((await server.usage()).cpuMs - before.cpuMs) / WRITTEN;
}
