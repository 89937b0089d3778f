import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { connect } from 'node:net';
import { startReceiver } from '../support/site.mjs';
import { median, ratios, shown, spread } from '../support/stats.mjs';

export const title = 'Pages of the event log and of the Content API as they grow';

/** @typedef {import('../support/server.mjs').Server} Server */
/** @typedef {{ kind: string, name: string, port: number, env: NodeJS.ProcessEnv }} Database */

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

/** @returns {Database[]} */
const databases = () => [
  { kind: 'sqlite', name: 'SQLite', port: 0, env: {} },
  {
    kind: 'postgres',
    name: 'PostgreSQL',
    port: 5432,
    env: { DATABASE_PORT: '5432', DATABASE_USERNAME: 'postgres', DATABASE_PASSWORD: '' },
  },
  {
    kind: 'mysql',
    name: 'MariaDB',
    port: 3306,
    env: { DATABASE_PORT: '3306', DATABASE_USERNAME: 'root', DATABASE_PASSWORD: '' },
  },
];

/**
 * The same pages of a small and of a large log, in one site each, on each database that answers.
 * @param {{ rounds: number }} options
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run({ rounds }) {
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[]} */
  const notes = [];
  /** @type {import('../support/report.mjs').Check[]} */
  const checks = [];
  for (const database of databases()) {
    if (!(await answers(database.port))) {
      notes.push(`${database.name} does not answer at its usual port: not measured.`);
      continue;
    }
    const times = await measured(database, Math.min(rounds, 3));
    for (const [page, { small, large }] of times) {
      const ratio = ratios(large, small);
      rows.push([database.name, page, shown(spread(small)), shown(spread(large)), shown(ratio)]);
      checks.push({
        measure: `${page} on ${database.name}, large against small`,
        measured: ratio,
        // Nothing is exactly as fast as itself.
        atMost: 1.5,
      });
    }
  }
  const head = ['database', 'page', '1,000 rows, ms', '100,000 / 10,000 rows, ms', 'ratio'];
  return [{ title, head, rows, notes, checks }];
}

/** @param {number} port */
const answers = (port) =>
  port === 0 ||
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
  });

/** @param {Database} database @param {number} rounds */
async function measured(database, rounds) {
  const sites = [];
  /** @type {Map<string, { small: number[], large: number[] }>} */
  const times = new Map(PAGES.map(([page = '']) => [page, { small: [], large: [] }]));
  try {
    for (const size of [SMALL, LARGE]) sites.push(await filled(database, size));
    for (let round = -1; round < rounds; round += 1) {
      for (const [page = '', side = '', path = ''] of PAGES) {
        const pair = [];
        for (const site of sites) pair.push(await timeOf(site, side, path));
        if (round < 0) continue;
        times.get(page)?.small.push(pair[0] ?? NaN);
        times.get(page)?.large.push(pair[1] ?? NaN);
      }
    }
    return times;
  } finally {
    for (const { server, drop } of sites) {
      await server.stop();
      await drop();
    }
  }
}

/** @typedef {{ server: Server, tokens: Record<string, string>, drop: () => Promise<void> }} Site */

/** The median of some requests, in milliseconds. @param {Site} site @param {string} side @param {string} path */
async function timeOf({ server, tokens }, side, path) {
  const times = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    const since = performance.now();
    const response = await fetch(new URL(path, server.webhook), {
      headers: { authorization: `Bearer ${tokens[side]}` },
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 300)}`);
    times.push(performance.now() - since);
  }
  return median(times);
}

/** A site with so many rows. @param {Database} database @param {typeof SMALL} size @returns {Promise<Site>} */
async function filled({ kind, env }, { deliveries, articles }) {
  const name = `article_receiver_bench_${randomBytes(6).toString('hex')}`;
  await onServer(kind, `create database ${name}`);
  const drop = () => onServer(kind, `drop database ${name}`);
  const site = {
    DATABASE_CLIENT: kind,
    DATABASE_HOST: '127.0.0.1',
    DATABASE_NAME: name,
    // In production the session's cookie would need HTTPS.
    NODE_ENV: 'development',
    ...env,
  };
  const server = await startReceiver({ env: site });
  await server.ask('fill', { deliveries, articles });
  return { server, tokens: await server.ask('tokens'), drop };
}

/** @param {string} kind @param {string} statement */
async function onServer(kind, statement) {
  const require = createRequire(import.meta.url);
  if (kind === 'postgres') {
    const { Client } = require('pg');
    const client = new Client({
      host: '127.0.0.1',
      port: 5432,
      user: 'postgres',
      password: '',
      database: 'postgres',
    });
    await client.connect();
    await client.query(statement);
    await client.end();
  }
  if (kind === 'mysql') {
    const connection = await require('mysql2/promise').createConnection({
      host: '127.0.0.1',
      user: 'root',
    });
    await connection.query(statement);
    await connection.end();
  }
}
