/**
 * Runs the tests with a site on each database server, one after the other:
 * `npm run test:databases [-- [--provide] [postgres] [mysql] [part of a test file's path…]]`.
 * `--provide` starts servers of the run's own, in memory, where the environment names none, and installs them with apt-get where there
 * are none; one that cannot be provided is left out. So is Redis, which the tests start themselves,
 * where it is not installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from './support/root.mjs';
import {
  addressOf,
  faultOf,
  isNamed,
  provideRedis,
  provideThrowaway,
  SERVICES,
} from './support/services.mjs';

/** The longest that the tests may take on one database. */
const LIMIT_MILLISECONDS = 40 * 60_000;

const words = process.argv.slice(2);
const mayProvide = words.includes('--provide');
const chosen = SERVICES.filter(({ kind }) => words.includes(kind));
const services = chosen.length > 0 ? chosen : SERVICES;
const paths = words.filter(
  (word) => !word.startsWith('--') && !SERVICES.some(({ kind }) => kind === word),
);

/**
 * @param {import('./support/services.mjs').Service} service
 * @returns {Promise<{ ok: boolean, summary: string }>}
 */
async function test(service) {
  if (!mayProvide || isNamed(service)) {
    const wanted = addressOf(service, services.length === 1);
    const fault = await faultOf(service, wanted);
    if (fault === null) return runJest(service.kind, wanted);
    return { ok: false, summary: `${fault} See CONTRIBUTING.md, "On other databases".` };
  }
  /** @type {import('./support/services.mjs').Provided} */
  let provided;
  try {
    provided = await provideThrowaway(service);
  } catch (error) {
    return { ok: true, summary: `NOT TESTED. ${error instanceof Error ? error.message : error}` };
  }
  try {
    return await runJest(service.kind, provided.address);
  } finally {
    await provided.stop();
  }
}

/**
 * @param {string} kind
 * @param {import('./support/services.mjs').Address} address
 */
async function runJest(kind, address) {
  const folder = await mkdtemp(join(tmpdir(), 'article-receiver-results-'));
  const results = join(folder, 'results.json');
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const args = [jest, '--json', `--outputFile=${results}`];
  if (paths.length > 0) args.push('--testPathPatterns', ...paths);
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      ...address,
      TEST_DATABASE: kind,
      // A server takes longer to make the tables than one more site to start.
      TEST_WITH_TEMPLATE: 'true',
      // The same stories are told many more times on SQLite.
      DISORDER_RUNS: process.env.DISORDER_RUNS ?? '5',
      ...(hasRedis ? {} : { TEST_WITHOUT_REDIS: 'true' }),
    },
    // With --json, what people read goes to stderr, and the rest would be in the way.
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: LIMIT_MILLISECONDS,
  });
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites } =
      JSON.parse(await readFile(results, 'utf8'));
    const broken = numRuntimeErrorTestSuites ? `, ${numRuntimeErrorTestSuites} files broken` : '';
    const skipped = numPendingTests ? `, ${numPendingTests} skipped` : '';
    const summary = `${numPassedTests} passed, ${numFailedTests} failed${broken}${skipped}`;
    return { ok: status === 0, summary };
  } catch {
    return { ok: false, summary: `no result: ${error?.message ?? `jest ended with ${status}`}` };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @type {string[]} */
const lines = [];
const hasRedis = provideRedis(mayProvide);
if (!hasRedis)
  lines.push('Redis: NOT TESTED. There is no redis-server, nor can it be installed here.');
for (const service of services) {
  console.log(`\n=== ${service.name}\n`);
  const { ok, summary } = await test(service);
  console.log(`\n=== ${service.name}: ${summary}`);
  lines.push(`${service.name}: ${summary}`);
  if (!ok) process.exitCode = 1;
}
if (lines.length > 0) console.log(`\n${lines.join('\n')}`);
