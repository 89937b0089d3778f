/**
 * Measures, side by side with the peers: `npm run bench [-- [PART…] [--check] [--write] [--quick]
 * [--profile] [--rounds=N] [--size="3 MB"]]`. Parts are named below; without names, all are measured.
 * `--check` fails when a goal is missed, `--write` keeps the result in benchmarks/results.md.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import * as ack from './parts/ack.mjs';
import * as background from './parts/background.mjs';
import * as backlog from './parts/backlog.mjs';
import * as boot from './parts/boot.mjs';
import * as bounds from './parts/bounds.mjs';
import * as bundle from './parts/bundle.mjs';
import * as fresh from './parts/fresh.mjs';
import * as life from './parts/life.mjs';
import * as memory from './parts/memory.mjs';
import * as paging from './parts/paging.mjs';
import * as rebuild from './parts/rebuild.mjs';
import { checksText, isMet, machineText, sectionText } from './support/report.mjs';

const PARTS = {
  ack,
  backlog,
  background,
  life,
  fresh,
  rebuild,
  memory,
  paging,
  boot,
  bundle,
  bounds,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    profile: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '4' },
    size: { type: 'string', multiple: true, default: [] },
  },
});

const unknown = positionals.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  const known = Object.keys(PARTS).join(', ');
  console.error(`Nothing called ${unknown.join(', ')} here; there is ${known}.`);
  process.exit(2);
}

const wanted = Object.entries(PARTS).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
const options = {
  rounds: Number(values.rounds),
  quick: values.quick,
  sizes: values.size,
  profile: values.profile,
};

/** @type {string[]} */
const texts = [machineText()];
console.log(texts[0]);
/** @type {import('./support/report.mjs').Check[]} */
const checks = [];
for (const [name, part] of wanted) {
  console.error(`… ${part.title}`);
  try {
    for (const section of await part.run(options)) {
      const text = sectionText(section);
      console.log(`\n${text}`);
      texts.push(text);
      checks.push(...(section.checks ?? []));
    }
  } catch (error) {
    // The other parts are worth having all the same.
    console.error(`${name} could not be measured:`, error);
    texts.push(`${part.title}: could not be measured.`);
    process.exitCode = 1;
  }
}
const goals = checksText(checks);
console.log(`\n${goals}`);
texts.push(goals);

if (values.write) {
  await writeFile(new URL('results.md', import.meta.url), `${texts.join('\n\n')}\n`);
}
if (values.check && !checks.every(isMet)) process.exitCode = 1;
