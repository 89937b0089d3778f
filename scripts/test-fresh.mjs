/**
 * Runs every test that generates its cases, again and again, each time with another seed:
 * `npm run test:fresh -- [--minutes 10] [--seed N] [part of a test file's path…]`. What fails is
 * printed and kept in `.cache/fresh/`; with `--seed` it comes again. A round that does not end is ended
 * after `--limit` minutes and is a find, too: two articles once handed a slug to each other for ever.
 */
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { clearTimeout, setTimeout } from 'node:timers';
import { parseArgs } from 'node:util';
import { ROOT } from './support/root.mjs';

const PLACES = [
  'src/plugins/article-receiver/server/src',
  'src/plugins/article-receiver/shared',
  'tests',
];
const FINDS = join(ROOT, '.cache', 'fresh');
const LARGEST_SEED = 2 ** 31;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string', default: '10' },
    limit: { type: 'string', default: '30' },
    seed: { type: 'string' },
  },
});
const minutes = above0('minutes');
const limit = above0('limit');

const files = PLACES.flatMap((place) =>
  readdirSync(join(ROOT, place), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.includes('node_modules'))
    .map((name) => join(place, name)),
)
  .filter((file) => positionals.length === 0 || positionals.some((part) => file.includes(part)))
  .filter((file) => readFileSync(join(ROOT, file), 'utf8').includes("from 'fast-check'"));
if (files.length === 0) {
  console.error('No such test generates its cases.');
  process.exit(2);
}

/**
 * @param {'minutes' | 'limit'} name
 * @returns {number}
 */
function above0(name) {
  const value = Number(values[name]);
  if (value > 0) return value;
  console.error(`--${name}: expected a number above 0, received ${values[name]}`);
  process.exit(2);
}

/**
 * @param {number} seed
 * @returns {Promise<{ isGood: boolean, isLate: boolean, output: string }>} late: it had to be ended
 */
async function run(seed) {
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  // A group of its own: the sites are processes of their own, and end with it.
  const tests = spawn(process.execPath, [jest, '-i', ...files], {
    cwd: ROOT,
    env: { ...process.env, PROPERTY_SEED: String(seed) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const endAll = () => tests.pid !== undefined && process.kill(-tests.pid, 'SIGKILL');
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    endAll();
  }, limit * 60_000);
  const interrupted = () => {
    endAll();
    process.exit(130);
  };
  process.once('SIGINT', interrupted);
  let output = '';
  for (const stream of [tests.stdout, tests.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const [status] = /** @type {[number | null]} */ (await once(tests, 'close'));
  clearTimeout(timer);
  process.off('SIGINT', interrupted);
  return { isGood: status === 0, isLate, output };
}

/** @param {number} seed */
async function passes(seed) {
  const { isGood, isLate, output } = await run(seed);
  if (isGood) return true;
  mkdirSync(FINDS, { recursive: true });
  writeFileSync(join(FINDS, `${seed}.txt`), output);
  console.log(output);
  console.log(
    `Seed ${seed} found something${isLate ? `: not done after ${limit} minutes, in a file that is not named above` : ''}: ` +
      `see .cache/fresh/${seed}.txt. It comes again with --seed ${seed}; ` +
      'keep its counterexample as an example beside the property.',
  );
  return false;
}

const end = Date.now() + minutes * 60_000;
/** @type {number[]} */
const failed = [];
let rounds = 0;
do {
  const seed = values.seed === undefined ? randomInt(LARGEST_SEED) : Number(values.seed);
  rounds += 1;
  console.log(`Round ${rounds}, seed ${seed}: ${files.length} files`);
  if (!(await passes(seed))) failed.push(seed);
} while (values.seed === undefined && Date.now() < end);

console.log(
  `${rounds} rounds, ${failed.length} with a find${failed.map((seed) => ` ${seed}`).join('')}`,
);
process.exit(failed.length > 0 ? 1 : 0);
