import { startEmpty, startReceiver } from '../support/site.mjs';
import { shown, spread } from '../support/stats.mjs';

export const title = 'What the plugin adds to an empty site';

const MIB = 1024 * 1024;

/**
 * Boots of a site that has its tables, with the receiver and without it.
 * @param {{ rounds: number }} options
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run({ rounds }) {
  const sites = [
    { name: 'without the plugin', start: startEmpty, folder: '' },
    { name: 'with the plugin', start: startReceiver, folder: '' },
  ];
  /** @type {Map<string, { cpu: number[], wall: number[], rss: number[] }>} */
  const figures = new Map(sites.map(({ name }) => [name, { cpu: [], wall: [], rss: [] }]));
  for (const site of sites) {
    // The first boot makes the tables.
    const server = await site.start({ keep: true });
    site.folder = server.folder;
    await server.stop();
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, start, folder } of sites) {
      const server = await start({ folder, keep: round < rounds - 1 });
      const { cpuMs } = await server.usage();
      await server.ask('collect');
      const { rss } = await server.usage();
      const of = figures.get(name);
      of?.cpu.push(cpuMs);
      of?.wall.push(server.bootMs);
      of?.rss.push(rss / MIB);
      await server.stop();
    }
  }
  const rows = [...figures].map(([name, { cpu, wall, rss }]) => [
    name,
    shown(spread(wall)),
    shown(spread(cpu)),
    shown(spread(rss)),
  ]);
  const [without, withIt] = [...figures.values()];
  const added = (/** @type {'cpu' | 'wall' | 'rss'} */ of) =>
    shown(
      spread((withIt?.[of] ?? []).map((value, round) => value - (without?.[of][round] ?? NaN))),
    );
  rows.push(['added', added('wall'), added('cpu'), added('rss')]);
  const head = ['site', 'until it serves, ms', 'CPU ms', 'memory, MiB'];
  return [{ title, head, rows }];
}
