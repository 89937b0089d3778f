import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../../scripts/support/root.mjs';

const FOLDER = join(ROOT, '.cache', 'bench');
const SHOWN = 40;

/**
 * Keeps a CPU profile, to be opened in a browser's developer tools as a flame graph, and says where
 * the time went.
 * @param {string} name @param {any} profile
 */
export async function keepProfile(name, profile) {
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${name}.cpuprofile`), JSON.stringify(profile));
  console.error(`\n${name}: .cache/bench/${name}.cpuprofile\n${hottest(profile)}`);
}

/** The functions that took most time themselves. @param {any} profile */
function hottest({ nodes, samples, timeDeltas }) {
  const byId = new Map(nodes.map((/** @type {any} */ node) => [node.id, node.callFrame]));
  /** @type {Map<string, number>} */
  const times = new Map();
  let total = 0;
  samples.forEach((/** @type {number} */ id, /** @type {number} */ index) => {
    const { functionName, url, lineNumber } = byId.get(id);
    const delta = timeDeltas[index];
    if (/^\((idle|program)\)$/.test(functionName)) return;
    total += delta;
    const place = `${functionName || 'anonymous'} ${url.replace(/^.*\/node_modules\//, '').replace(/^.*\/article-receiver\//, '')}:${lineNumber + 1}`;
    times.set(place, (times.get(place) ?? 0) + delta);
  });
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([place, time]) => `${((100 * time) / total).toFixed(1).padStart(5)} %  ${place}`)
    .join('\n');
}
