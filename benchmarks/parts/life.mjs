import { Agent } from 'node:http';
import { SIZES, renew, template } from '../support/bodies.mjs';
import { post } from '../support/load.mjs';
import { startReceiver, startWritten } from '../support/site.mjs';
import { keepProfile } from '../support/profile.mjs';
import { inTurn, ratios, short, shown, spread } from '../support/stats.mjs';

export const title = 'The whole life of an article';

/** @typedef {import('../support/server.mjs').Server} Server */

const LIVES = 6;
/** Lives before anything is measured: most of what is measured is code that V8 compiles as it runs. */
const WARM_UP = 15;

/** What the deliveries of one life say; the pictures stay the same. */
const STEPS = [
  { event: 'article.ready', status: 'draft' },
  { event: 'article.status_changed', status: 'published' },
  { event: 'article.status_changed', status: 'published', revised: true },
  { event: 'article.status_changed', status: 'archived' },
];

/**
 * An article made ready, published, revised and archived, with two images of 1600 × 900: the
 * processor time of the whole process, from the first delivery until all of it is visible.
 * @param {{ rounds: number, quick: boolean, profile: boolean }} options
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run({ rounds, quick, profile }) {
  const receiver = await startReceiver();
  const written = await startWritten();
  const careful = await startWritten({ env: { WRITTEN_PEER_SKIPS_KNOWN_IMAGES: 'yes' } });
  careful.name = '(a), known images skipped';
  const servers = [receiver, written, ...(quick ? [] : [careful])];
  try {
    const from = await template(/** @type {any} */ (SIZES[1]));
    /** @type {Map<string, number[]>} */
    const cpu = new Map(servers.map(({ name }) => [name, []]));
    for (const server of servers) await live(server, from, WARM_UP);
    const before = await diskOf(receiver);
    if (profile) {
      await receiver.ask('startProfile');
      await live(receiver, from, LIVES);
      await keepProfile('life', await receiver.ask('stopProfile'));
    }
    let lives = profile ? LIVES : 0;
    for (let round = 0; round < rounds; round += 1) {
      for (const server of inTurn(servers, round)) {
        cpu.get(server.name)?.push(await live(server, from, LIVES));
        if (server === receiver) lives += LIVES;
      }
    }
    const disk = ((await diskOf(receiver)) - before) / lives;
    const raw = from.bytes.length * STEPS.length;
    return [lifeSection(cpu), diskSection(disk, raw)];
  } finally {
    await Promise.all([receiver, written, careful].map((server) => server.stop()));
  }
}

/** @param {Server} server @param {import('../support/bodies.mjs').Template} from @param {number} lives @returns {Promise<number>} CPU milliseconds a life */
async function live(server, from, lives) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const bytes = Buffer.from(from.bytes);
  const before = await server.usage();
  for (let life = 0; life < lives; life += 1) {
    renew(from, bytes);
    for (const [index, step] of STEPS.entries()) {
      await post(server, stepOf(bytes, step, index), agent);
      // One state after the other: the receiver would rightly skip what is out of date.
      if (server.name === 'receiver') await server.ask('idle');
    }
  }
  agent.destroy();
  return ((await server.usage()).cpuMs - before.cpuMs) / lives;
}

/** @param {Buffer} bytes @param {typeof STEPS[number]} step @param {number} index */
function stepOf(bytes, { event, status, revised }, index) {
  const body = JSON.parse(bytes.toString());
  body.event = event;
  body.timestamp = `2026-09-14T0${index}:00:01.323Z`;
  body.article.updatedAt = `2026-09-14T0${index}:00:00.123Z`;
  body.article.status = status;
  if (revised) body.article.content += '\n\nA paragraph that was added later.\n';
  return Buffer.from(JSON.stringify(body));
}

/** @param {Map<string, number[]>} cpu @returns {import('../support/report.mjs').Section} */
function lifeSection(cpu) {
  const ours = cpu.get('receiver') ?? [];
  const rows = [...cpu].map(([name, values]) => [
    name,
    shown(spread(values)),
    shown(ratios(ours, values)),
  ]);
  return {
    title,
    head: ['server', 'CPU ms a life', 'receiver’s share of it'],
    rows,
    checks: [
      {
        measure: 'CPU of a whole life against (a)',
        measured: ratios(ours, cpu.get('(a)') ?? []),
        atMost: 1 / 3,
      },
    ],
  };
}

/** Bytes in the log's tables. @param {Server} server */
async function diskOf(server) {
  const tables = ['article_receiver_log', 'article_receiver_blobs', 'article_receiver_deliveries'];
  const names = tables.map((name) => `'${name}'`).join(', ');
  // Each table with its indexes.
  const [row] = await server.ask(
    'sql',
    `select sum(pgsize) as bytes from dbstat where aggregate = true and name in
       (select name from sqlite_master where tbl_name in (${names}))`,
  );
  return Number(row.bytes);
}

/** @param {number} disk @param {number} raw @returns {import('../support/report.mjs').Section} */
function diskSection(disk, raw) {
  const share = disk / raw;
  return {
    title: 'The log on disk for that life',
    head: ['bodies as received', 'log, with its indexes', 'share'],
    rows: [[`${short(raw / 1e6)} MB`, `${short(disk / 1e6)} MB`, short(share)]],
    checks: [
      {
        measure: 'the log on disk against the raw bodies',
        measured: { value: share, low: share, high: share },
        atMost: 0.2,
      },
    ],
  };
}
