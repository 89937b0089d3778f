'use strict';

/**
 * `strapi start` for a compiled site, with a probe: `node serve-site.cjs APP_DIRECTORY
 * DIST_DIRECTORY [PROBES…]`. Each of PROBES is a file with more that a benchmark can ask.
 */
const { createStrapi } = require('@strapi/strapi');
const answerProbes = require('./probe.cjs');

const [appDir, distDir, ...probes] = process.argv.slice(2);

async function serve() {
  const strapi = createStrapi({ appDir, distDir, serveAdminPanel: false });
  answerProbes(Object.assign({}, ...probes.map((file) => require(file)(strapi))));
  await strapi.start();
  process.send?.({ ready: true });
}

void serve();
