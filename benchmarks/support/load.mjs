import { Agent, request } from 'node:http';
import { setTimeout as until } from 'node:timers/promises';
import { renew } from './bodies.mjs';

/**
 * What came of a block of requests.
 * @typedef {object} Block
 * @property {number} requests
 * @property {number} wallMs of all together
 * @property {number} cpuMs of the server's process, for each request
 * @property {number[]} latenciesMs of each, from its first byte out to its answer
 */

/** @typedef {import('./server.mjs').Server} Server @typedef {import('./bodies.mjs').Template} Template */

/**
 * Sends a body and waits for the answer.
 * @param {Server} server @param {Buffer} bytes @param {Agent} agent
 * @returns {Promise<number>} milliseconds
 */
export function post({ name, webhook }, bytes, agent) {
  const since = performance.now();
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': bytes.length };
    const sent = request(webhook, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part) => (text += part));
      response.on('end', () => {
        if (response.statusCode === 202) resolve(performance.now() - since);
        else reject(new Error(`${name} answered ${response.statusCode}: ${text.slice(0, 500)}`));
      });
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

/**
 * Sends so many deliveries, each of another article, so many of them at once.
 * @param {Server} server
 * @param {Template} from
 * @param {{ requests: number, atOnce: number }} block
 * @returns {Promise<Block>}
 */
export async function load(server, from, { requests, atOnce }) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  /** @type {number[]} */
  const latenciesMs = [];
  let left = requests;
  const before = await server.usage();
  const since = performance.now();
  const sender = async () => {
    // A sender's body is its own until the answer is there.
    const bytes = Buffer.from(from.bytes);
    while (left > 0) {
      left -= 1;
      renew(from, bytes);
      latenciesMs.push(await post(server, bytes, agent));
    }
  };
  try {
    await Promise.all(Array.from({ length: atOnce }, sender));
  } finally {
    agent.destroy();
  }
  const wallMs = performance.now() - since;
  const after = await server.usage();
  return { requests, wallMs, cpuMs: (after.cpuMs - before.cpuMs) / requests, latenciesMs };
}

/**
 * Sends deliveries at a steady rate, each of another article, whether those before are answered or not.
 * @param {Server} server
 * @param {Template} from
 * @param {{ perSecond: number, durationMs: number }} rate
 * @returns {Promise<number[]>} how long each took, in milliseconds
 */
export async function stream(server, from, { perSecond, durationMs }) {
  const agent = new Agent({ keepAlive: true });
  const since = performance.now();
  /** @type {Promise<number>[]} */
  const answers = [];
  try {
    for (let sent = 0; sent < (perSecond * durationMs) / 1_000; sent += 1) {
      await until(Math.max(0, since + (sent * 1_000) / perSecond - performance.now()));
      const bytes = Buffer.from(from.bytes);
      renew(from, bytes);
      answers.push(post(server, bytes, agent));
    }
    return await Promise.all(answers);
  } finally {
    agent.destroy();
  }
}
