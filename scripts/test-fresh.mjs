/**
 * Runs every test that generates its cases, again and again, each time with another seed:
 * `npm run test:fresh -- [--minutes 10] [--seed N] [part of a test file's path…]`. What fails is
 * printed and kept in `.cache/fresh/`; with `--seed` it comes again.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
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
  options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string' } },
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) {
  console.error(`--minutes: expected a number above 0, received ${values.minutes}`);
  process.exit(2);
}

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

/** @param {number} seed */
function passes(seed) {
  const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
  const { status, stdout, stderr } = spawnSync(process.execPath, [jest, '-i', ...files], {
    cwd: ROOT,
    env: { ...process.env, PROPERTY_SEED: String(seed) },
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });
  if (status === 0) return true;
  const output = `${stdout}${stderr}`;
  mkdirSync(FINDS, { recursive: true });
  writeFileSync(join(FINDS, `${seed}.txt`), output);
  console.log(output);
  console.log(
    `Seed ${seed} found something: see .cache/fresh/${seed}.txt. It comes again with --seed ${seed}; ` +
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
  if (!passes(seed)) failed.push(seed);
} while (values.seed === undefined && Date.now() < end);

console.log(
  `${rounds} rounds, ${failed.length} with a find${failed.map((seed) => ` ${seed}`).join('')}`,
);
process.exit(failed.length > 0 ? 1 : 0);
