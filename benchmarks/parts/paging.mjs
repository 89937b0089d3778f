import { newDatabase, onEach } from '../support/databases.mjs';
import { startReceiver } from '../support/site.mjs';
import { median, ratios, shown, spread } from '../support/stats.mjs';

export const title = 'Pages of the event log and of the Content API as they grow';

/** @typedef {import('../support/server.mjs').Server} Server */
/** @typedef {import('../support/report.mjs').Section} Section */
/** @typedef {import('../support/databases.mjs').Place} Place */
/** @typedef {Map<string, { small: number[], large: number[] }>} Times by page, in milliseconds */

const SMALL = { deliveries: 1_000, articles: 1_000 };
const LARGE = { deliveries: 100_000, articles: 10_000 };
const REQUESTS = 15;

/** The questions that the admin panel and a front end ask most. */
const PAGES = [
  ['event log, first page', 'admin', '/article-receiver/deliveries?page=1&pageSize=25'],
  [
    'event log, one state',
    'admin',
    '/article-receiver/deliveries?page=1&pageSize=25&filters[state][$eq]=failed',
  ],
  ['status', 'admin', '/article-receiver/status'],
  [
    'articles, first page',
    'content',
    '/api/article-receiver/articles?pagination[pageSize]=25&sort=id:desc',
  ],
  [
    'article by slug',
    'content',
    '/api/article-receiver/articles?filters[slug][$eq]=article-500&populate[tags]=true',
  ],
];

/**
 * The same pages of a small and of a large log, in one site each, on each database that is there or
 * can be started.
 * @param {{ rounds: number }} options
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run({ rounds }) {
  /** @type {Section} */
  const section = {
    title,
    head: ['database', 'page', '1,000 rows, ms', '100,000 / 10,000 rows, ms', 'ratio'],
    rows: [],
    notes: [],
    checks: [],
  };
  /** @type {string[][]} */
  const plans = [];
  const take = async (/** @type {Place} */ place) => {
    const result = await measured(place, Math.min(rounds, 3));
    note(section, place, result.times);
    plans.push(...result.plans.map((row) => [place.name, ...row]));
  };
  section.notes = await onEach(take);
  const head = ['database', 'page', 'table', 'how it is read'];
  return [section, { title: 'How the large log is read', head, rows: plans, checks: [] }];
}

/** @param {Section} section @param {Place} place @param {Times} times */
function note(section, { name }, times) {
  for (const [page, { small, large }] of times) {
    const ratio = ratios(large, small);
    section.rows.push([name, page, shown(spread(small)), shown(spread(large)), shown(ratio)]);
    section.checks?.push({
      measure: `${page} on ${name}, large against small`,
      measured: ratio,
      // Nothing is exactly as fast as itself.
      atMost: 1.5,
    });
  }
}

/**
 * @param {Place} place @param {number} rounds
 * @returns {Promise<{ times: Times, plans: string[][] }>}
 */
async function measured(place, rounds) {
  /** @type {Site[]} */
  const sites = [];
  /** @type {Times} */
  const times = new Map(PAGES.map(([page = '']) => [page, { small: [], large: [] }]));
  try {
    for (const size of [SMALL, LARGE]) sites.push(await filled(place, size));
    for (let round = -1; round < rounds; round += 1) {
      for (const [page = '', side = '', path = ''] of PAGES) {
        const pair = [];
        for (const site of sites) pair.push(await timeOf(site, side, path));
        if (round < 0) continue;
        times.get(page)?.small.push(pair[0] ?? NaN);
        times.get(page)?.large.push(pair[1] ?? NaN);
      }
    }
    return { times, plans: await plansOf(/** @type {Site} */ (sites[1])) };
  } finally {
    for (const { server, drop } of sites) {
      await server.stop();
      await drop();
    }
  }
}

/** @typedef {{ server: Server, tokens: Record<string, string>, drop: () => Promise<void> }} Site */

/** How each page reads the tables that grow, as the database plans it. @param {Site} site */
async function plansOf(site) {
  const rows = [];
  for (const [page = '', side = '', path = ''] of PAGES) {
    await site.server.ask('record');
    await ask(site, side, path);
    for (const { table, plan } of await site.server.ask('plans')) rows.push([page, table, plan]);
  }
  return rows;
}

/** @param {Site} site @param {string} side @param {string} path */
async function ask({ server, tokens }, side, path) {
  const response = await fetch(new URL(path, server.webhook), {
    headers: { authorization: `Bearer ${tokens[side]}` },
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
}

/** The median of some requests, in milliseconds. @param {Site} site @param {string} side @param {string} path */
async function timeOf(site, side, path) {
  const times = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    const since = performance.now();
    await ask(site, side, path);
    times.push(performance.now() - since);
  }
  return median(times);
}

/** A site with so many rows. @param {Place} place @param {typeof SMALL} size @returns {Promise<Site>} */
async function filled(place, { deliveries, articles }) {
  const { env, drop } = await newDatabase(place);
  // In production the session's cookie would need HTTPS.
  const server = await startReceiver({ env: { NODE_ENV: 'development', ...env } });
  await server.ask('fill', { deliveries, articles });
  return { server, tokens: await server.ask('tokens'), drop };
}
