'use strict';

const { Session } = require('node:inspector');

/**
 * Answers what a benchmark asks of a server process, over the channel to its parent: what it has
 * used so far, and what `handlers` add. Costs nothing while nobody asks.
 * @param {Record<string, (argument: any) => unknown>} [handlers]
 */
module.exports = function answerProbes(handlers = {}) {
  /** @type {Session | null} */
  let profiling = null;

  /** @type {Record<string, (argument: any) => unknown>} */
  const known = {
    usage: () => {
      const { user, system } = process.cpuUsage();
      return {
        cpuMs: (user + system) / 1_000,
        rss: process.memoryUsage().rss,
        maxRss: process.resourceUsage().maxRSS * 1_024,
      };
    },
    collect: () => globalThis.gc?.(),
    startProfile: () => {
      profiling = new Session();
      profiling.connect();
      return post(profiling, 'Profiler.enable').then(() =>
        post(/** @type {Session} */ (profiling), 'Profiler.start'),
      );
    },
    stopProfile: async () => {
      if (!profiling) throw new Error('no profile is being taken');
      const { profile } = await post(profiling, 'Profiler.stop');
      profiling.disconnect();
      return profile;
    },
    ...handlers,
  };

  // Without the benchmark there is nobody to serve.
  process.once('disconnect', () => process.exit());
  process.on('message', async (/** @type {any} */ { id, ask, argument }) => {
    try {
      process.send?.({ id, answer: await known[ask]?.(argument) });
    } catch (error) {
      process.send?.({ id, fault: error instanceof Error ? error.stack : String(error) });
    }
  });
};

/**
 * @param {Session} session
 * @param {string} method
 * @returns {Promise<any>}
 */
const post = (session, method) =>
  new Promise((resolve, reject) => {
    session.post(method, (error, result) => (error ? reject(error) : resolve(result)));
  });
