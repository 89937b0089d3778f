import { createServer } from 'node:net';

const TRIES = 50;

/**
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
function isFree(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, host, () => probe.close(() => resolve(true)));
  });
}

/**
 * The wanted port, or the next one that nobody listens on.
 * @param {number} wanted
 * @param {string} host
 */
export async function freePort(wanted, host) {
  for (let port = wanted; port < wanted + TRIES; port += 1) {
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No free port between ${wanted} and ${wanted + TRIES - 1}; set PORT.`);
}
