/**
 * Builds what is out of date: `node scripts/build.mjs [--force] [plugin] [site] [panel]`, without
 * names everything. The tests need the plugin and the site, the demo and a real start all three.
 */
import { buildStale } from './support/build.mjs';
import { STEPS } from './support/build-steps.mjs';

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const unknown = wanted.filter((name) => !(name in STEPS));

if (unknown.length > 0) {
  console.error(
    `Nothing called ${unknown.join(', ')} here; there is ${Object.keys(STEPS).join(', ')}.`,
  );
  process.exit(2);
}

const steps = Object.values(STEPS).filter(
  ({ name }) => wanted.length === 0 || wanted.includes(name),
);

try {
  await buildStale(steps, { force: process.argv.includes('--force') });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
