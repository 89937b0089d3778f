import { writeFile } from 'node:fs/promises';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { SIZES, renew, template } from '../support/bodies.mjs';
import { post } from '../support/load.mjs';
import { startReceiver } from '../support/site.mjs';
import { ratios, shown, spread } from '../support/stats.mjs';

export const title = 'A new article with one new image';

/** @typedef {import('../support/server.mjs').Server} Server */

const ARTICLES = 8;

/**
 * From the acknowledgement until it is visible, against the same upload and document calls made
 * bare, in the same site.
 * @param {{ rounds: number }} options
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run({ rounds }) {
  const server = await startReceiver();
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  try {
    const images = { count: 1, width: 1600, height: 900 };
    const from = await template({ ...(SIZES[1] ?? { label: '', bytes: 0 }), images });
    const bytes = Buffer.from(from.bytes);
    const next = () => {
      renew(from, bytes);
      return bytes;
    };
    /** @type {{ ours: number[], bare: number[] }} */
    const times = { ours: [], bare: [] };
    /** @type {{ ours: number[], bare: number[] }} */
    const cpu = { ours: [], bare: [] };
    for (let round = -1; round < rounds; round += 1) {
      const ours = await timed(server, () => projected(server, next(), agent));
      const bare = await timed(server, () => madeBare(server, next()));
      if (round < 0) continue;
      times.ours.push(ours.ms);
      times.bare.push(bare.ms);
      cpu.ours.push(ours.cpuMs);
      cpu.bare.push(bare.cpuMs);
    }
    const ratio = ratios(times.ours, times.bare);
    return [
      {
        title,
        head: ['', 'acknowledged to visible', 'the calls made bare', 'ratio'],
        rows: [
          ['ms', shown(spread(times.ours)), shown(spread(times.bare)), shown(ratio)],
          [
            'CPU ms',
            shown(spread(cpu.ours)),
            shown(spread(cpu.bare)),
            shown(ratios(cpu.ours, cpu.bare)),
          ],
        ],
        checks: [{ measure: 'a new article against bare calls', measured: ratio, atMost: 1.15 }],
      },
    ];
  } finally {
    agent.destroy();
    await server.stop();
  }
}

/** @param {Server} server @param {() => Promise<number>} one */
async function timed(server, one) {
  const before = await server.usage();
  let ms = 0;
  for (let count = 0; count < ARTICLES; count += 1) ms += await one();
  const cpuMs = (await server.usage()).cpuMs - before.cpuMs;
  return { ms: ms / ARTICLES, cpuMs: cpuMs / ARTICLES };
}

/** @param {Server} server @param {Buffer} bytes @param {Agent} agent */
async function projected(server, bytes, agent) {
  await post(server, bytes, agent);
  const since = performance.now();
  await server.ask('idle');
  return performance.now() - since;
}

/** @param {Server} server @param {Buffer} bytes */
async function madeBare(server, bytes) {
  const { article } = JSON.parse(bytes.toString());
  const [image] = article.images;
  const file = join(server.folder, 'bare.jpg');
  const picture = Buffer.from(image.base64, 'base64');
  await writeFile(file, picture);
  const described = without(image, ['base64', 'dataUrl']);
  const since = performance.now();
  await server.ask('bare', {
    article: { ...article, images: [described], fields: fieldsOf(article) },
    imageFile: file,
    size: picture.length,
  });
  return performance.now() - since;
}

/** @param {Record<string, any>} object @param {string[]} names */
const without = (object, names) =>
  Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));

/** Of the feed's article, what is no attribute under the same name. */
const OTHERWISE = [
  'id',
  'contentPlan',
  'files',
  'images',
  'tags',
  'campaign',
  'campaignId',
  'status',
  'heroImageUrl',
  'createdAt',
  'updatedAt',
];

/** The article's attributes that are the feed's own words. @param {any} article */
function fieldsOf(article) {
  const { contentPlan, files } = article;
  return {
    ...without(article, OTHERWISE),
    ...without(contentPlan, ['id', 'itemId']),
    planId: contentPlan.id,
    planItemId: contentPlan.itemId,
    sourceId: article.id,
    sourceStatus: article.status,
    sourceCreatedAt: article.createdAt,
    sourceUpdatedAt: article.updatedAt,
    jsonLd: JSON.parse(files.jsonLd.content),
    llmsTxt: files.llmTxt.content,
    previousSlugs: [],
  };
}
