import { availableParallelism, tmpdir } from 'node:os';
import sharp from 'sharp';
import { SIZES, renew, template } from '../support/bodies.mjs';
import { newDatabase, onEach } from '../support/databases.mjs';
import { load } from '../support/load.mjs';
import { newFolder } from '../support/server.mjs';
import { startReceiver, startWritten } from '../support/site.mjs';
import { inTurn, ratios, shown, spread } from '../support/stats.mjs';

export const title = 'A backlog of new articles, each with a new image';

/** @typedef {import('../support/server.mjs').Server} Server */
/** @typedef {import('../support/bodies.mjs').Template} Template */
/** @typedef {import('../support/report.mjs').Section} Section */
/** @typedef {import('../support/databases.mjs').Place} Place */

const ARTICLES = 50;
const AT_ONCE = 4;
const WARM_UP = 12;

/** The widths that Strapi's upload makes smaller formats of, by default. */
const FORMATS = [1000, 750, 500];
const THUMBNAIL = { width: 245, height: 156 };

/**
 * Fifty new articles with a JPEG of 1600 × 900 each, sent four at once, until all of them are visible:
 * against a hand-written receiver, which answers when an article is, and against sharp alone, which
 * makes the same smaller formats on all cores.
 * @param {{ rounds: number, quick: boolean }} options
 * @returns {Promise<Section[]>}
 */
export async function run({ rounds, quick }) {
  const images = { count: 1, width: 1600, height: 900 };
  const from = await template({ ...(SIZES[1] ?? { label: '', bytes: 0 }), images });
  /** @type {Section} */
  const section = {
    title,
    head: ['database', 'receiver, articles a second', '(a)', 'against (a)', 'sharp', 'against it'],
    rows: [],
    notes: [],
    checks: [],
  };
  /** @param {Place} place @param {string} name @param {string} [base] */
  const take = async (place, name, base) => {
    const [ours, theirs] = [await newDatabase(place), await newDatabase(place)];
    const receiver = await startReceiver({ env: ours.env, folder: await newFolder(base) });
    const written = await startWritten({ env: theirs.env, folder: await newFolder(base) });
    try {
      note(section, name, await measured([receiver, written], from, rounds));
    } finally {
      await Promise.all([receiver.stop(), written.stop()]);
      await Promise.all([ours.drop(), theirs.drop()]);
    }
  };
  section.notes = await onEach(async (place) => {
    if (place.kind !== 'sqlite') return quick ? undefined : take(place, place.name);
    await take(place, 'SQLite on a disk', tmpdir());
    if (!quick) await take(place, 'SQLite in memory');
  });
  return [section];
}

/** Articles a second, round by round. @typedef {{ ours: number[], theirs: number[], sharp: number[] }} Speeds */

/** @param {[Server, Server]} servers @param {Template} from @param {number} rounds */
async function measured([receiver, written], from, rounds) {
  for (const server of [receiver, written]) {
    // Of several at once, (a) refuses all but one while their campaign is not there yet.
    await visible(server, from, 1, 1);
    await visible(server, from, WARM_UP);
  }
  /** @type {Speeds} */
  const speeds = { ours: [], theirs: [], sharp: [] };
  const contestants = [
    async () => speeds.ours.push(await visible(receiver, from, ARTICLES)),
    async () => speeds.theirs.push(await visible(written, from, ARTICLES)),
    async () => speeds.sharp.push(await sharpAlone(from, ARTICLES)),
  ];
  for (let round = 0; round < rounds; round += 1) {
    for (const contestant of inTurn(contestants, round)) await contestant();
  }
  return speeds;
}

/**
 * @param {Server} server @param {Template} from @param {number} requests @param {number} [atOnce]
 * @returns {Promise<number>} articles a second
 */
async function visible(server, from, requests, atOnce = AT_ONCE) {
  const since = performance.now();
  await load(server, from, { requests, atOnce });
  if (server.name === 'receiver') await server.ask('idle');
  return requests / ((performance.now() - since) / 1_000);
}

/** @param {Template} from @param {number} images @returns {Promise<number>} images a second */
async function sharpAlone(from, images) {
  const body = Buffer.from(from.bytes);
  let left = images;
  const since = performance.now();
  const work = async () => {
    while (left > 0) {
      left -= 1;
      renew(from, body);
      const [image] = JSON.parse(body.toString()).article.images;
      const bytes = Buffer.from(image.base64, 'base64');
      await sharp(bytes).resize(THUMBNAIL).toBuffer();
      for (const width of FORMATS) await sharp(bytes).resize({ width }).toBuffer();
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  return images / ((performance.now() - since) / 1_000);
}

/** @param {Section} section @param {string} name @param {Speeds} speeds */
function note(section, name, { ours, theirs, sharp: alone }) {
  const [written, limit] = [ratios(ours, theirs), ratios(ours, alone)];
  const figures = [spread(ours), spread(theirs), written, spread(alone), limit];
  section.rows.push([name, ...figures.map(shown)]);
  section.checks?.push(
    { measure: `a backlog on ${name}, against (a)`, measured: written, atLeast: 2 },
    { measure: `a backlog on ${name}, against sharp alone`, measured: limit, atLeast: 0.4 },
  );
}
