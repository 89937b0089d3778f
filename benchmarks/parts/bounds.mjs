import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { ROOT } from '../../scripts/support/root.mjs';
import { hostileShapes } from '../support/shapes.mjs';
import { startReceiver } from '../support/site.mjs';
import { median, short } from '../support/stats.mjs';

export const title = 'What bodies of hostile shapes cost';

const MB = 1_000_000;
const SIZES = [1, 8, 30].map((n) => n * MB);

/** What any delivery may cost, whatever its size, in milliseconds of CPU. */
const FIXED_MS = 250;
/** How long the main thread may compute without looking at anything else. */
const LONGEST_MS = 250;
/** Memory that is taken whatever the size: the heap's own, between two collections. */
const FIXED_BYTES = 60 * MB;

const LINKS = {
  articleUrl: 'https://blog.example.org/{language}/{slug}',
  links: { from: ['/blog/{slug}'] },
};

/**
 * Sites to which the shapes are sent: whose articles are the plugin's own, and entries with blocks.
 * @typedef {{ name: string, uid: string, idField: string, edited: string, site: { options: object, types?: string } }} Kind
 * @type {Kind[]}
 */
const KINDS = [
  {
    name: 'Article',
    uid: 'plugin::article-receiver.article',
    idField: 'sourceId',
    edited: 'description',
    site: { options: LINKS },
  },
  {
    name: 'own type',
    uid: 'api::post.post',
    idField: 'feedId',
    edited: 'excerpt',
    site: {
      types: join(ROOT, 'tests', 'support', 'sites', 'own-types'),
      options: {
        ...LINKS,
        target: {
          type: 'api::post.post',
          fields: {
            title: 'title',
            slug: 'slug',
            feedId: 'id',
            excerpt: { from: ['description', 'tldr'] },
            body: 'content',
            keywords: 'keywords',
            structured: 'files.jsonLd',
            llms: 'llmsTxt',
            cover: 'heroImage',
            gallery: 'images',
            takeaways: { each: 'keyTakeaways', fields: { text: 'item' } },
            sections: [{ component: 'blocks.rich-text', fields: { body: 'tldr' } }],
            category: { from: 'category', match: 'name', create: true },
            labels: { from: 'tags', match: 'label', create: true },
            author: { from: 'author', match: 'name', create: true },
          },
        },
      },
    },
  },
];

/** What `JSON.parse` takes for an ordinary body of a size, from its bytes. @param {number} bytes */
function parseMs(bytes) {
  const base64 = Buffer.alloc((bytes * 3) / 8, 'an image').toString('base64');
  const content = 'Water first. '.repeat(1_000);
  const body = Buffer.from(JSON.stringify({ article: { content, base64, dataUrl: base64 } }));
  const times = Array.from({ length: 9 }, () => {
    const before = process.cpuUsage();
    JSON.parse(body.toString());
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  return median(times);
}

const agent = new Agent({ keepAlive: true });

/**
 * @param {URL} url @param {{ body?: Buffer, headers?: Record<string, string> }} [what]
 * @returns {Promise<string>} what was answered, whatever that is
 */
const ask = (url, { body, headers = {} } = {}) =>
  new Promise((resolve, reject) => {
    const method = body ? 'POST' : 'GET';
    const about = body && { 'content-type': 'application/json', 'content-length': body.length };
    const sent = request(url, { method, agent, headers: { ...headers, ...about } }, (response) => {
      /** @type {Buffer[]} */
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('end', () => resolve(Buffer.concat(parts).toString()));
    });
    sent.on('error', reject);
    sent.end(body);
  });

/** @typedef {{ step: string, shape: string, cpuMs: number, longestMs: number, bytes: number }} Step */

/**
 * All that is done with an article of a shape: it arrives, is looked at in the admin, edited, and arrives
 * again, changed and published.
 * @param {import('../support/server.mjs').Server} server @param {Kind} kind
 * @param {import('../support/shapes.mjs').Shape} shape @param {number} bytes @param {string} session
 * @returns {Promise<Step[]>}
 */
async function lifeOf(server, { uid, idField, edited }, { name, make }, bytes, session) {
  /** @type {Step[]} */
  const steps = [];
  const measured = async (
    /** @type {string} */ step,
    /** @type {() => Promise<unknown>} */ work,
  ) => {
    await server.ask('begin', steps.length === 0);
    await work();
    steps.push({ step, shape: name, ...(await server.ask('end')) });
  };
  const headers = { authorization: `Bearer ${session}` };
  const look = (/** @type {string} */ path) =>
    ask(new URL(`/article-receiver/deliveries${path}`, server.webhook), { headers });
  const deliver = async (/** @type {string} */ step, /** @type {Buffer} */ body) => {
    let id = '';
    await measured(step, async () => {
      id = JSON.parse(await ask(server.webhook, { body })).data?.deliveryId;
      await server.ask('idle');
    });
    if (id) await measured(`${step}, looked at`, () => look(`/${id}`));
  };
  const { id, first, second } = await make(bytes);
  await deliver('new', first);
  const edit = { uid, where: { [idField]: id }, data: { [edited]: 'Edited.' } };
  if (id) await measured('edited', () => server.ask('edit', edit));
  await deliver('update', second);
  await measured('the list', () => look('?pageSize=20'));
  return steps;
}

/** The most of something, and of which shape in which step. @param {Step[]} steps @param {(step: Step) => number} of */
function most(steps, of) {
  const [first] = [...steps].sort((a, b) => of(b) - of(a));
  return first ? `${short(of(first))} (${first.shape}, ${first.step})` : '';
}

/**
 * @param {{ quick: boolean }} options
 * @returns {Promise<import('../support/report.mjs').Section[]>}
 */
export async function run({ quick }) {
  const shapes = await hostileShapes();
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[]} */
  const notes = [];
  for (const kind of KINDS) {
    const server = await startReceiver({}, kind.site);
    try {
      const { admin } = await server.ask('tokens');
      for (const bytes of quick ? [8 * MB] : SIZES) {
        const size = `${bytes / MB} MB`;
        const parse = parseMs(bytes);
        /** @type {Step[]} */
        const steps = [];
        for (const shape of shapes) {
          steps.push(...(await lifeOf(server, kind, shape, bytes, admin)));
        }
        rows.push([
          `${kind.name}, ${size}`,
          short(3 * parse + FIXED_MS),
          most(steps, ({ cpuMs }) => cpuMs),
          most(steps, ({ longestMs }) => longestMs),
          most(steps, (step) => (step.bytes - FIXED_BYTES) / bytes),
        ]);
        for (const { step, shape, cpuMs, longestMs, bytes: used } of steps) {
          const isOver =
            cpuMs > 3 * parse + FIXED_MS ||
            longestMs > LONGEST_MS ||
            used > 6 * bytes + FIXED_BYTES;
          const figures = `${short(cpuMs)} ms of CPU, ${short(longestMs)} ms at a time, ${short(used / MB)} MB`;
          if (isOver) notes.push(`Over: ${kind.name}, ${size}, ${shape}, ${step}: ${figures}`);
        }
      }
    } finally {
      await server.stop();
    }
  }
  return [
    {
      title,
      head: ['', 'CPU allowed, ms', 'most CPU, ms', 'longest piece, ms', 'memory, of its size'],
      rows,
      notes,
    },
  ];
}
