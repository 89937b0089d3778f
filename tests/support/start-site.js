'use strict';

/**
 * What `strapi start` does, for a compiled site that lies elsewhere:
 * `node start-site.js APP_DIRECTORY DIST_DIRECTORY`. Without the admin panel's files, which the
 * tests do not build.
 */
const { createStrapi } = require('@strapi/strapi');

const [appDir, distDir] = process.argv.slice(2);

void createStrapi({ appDir, distDir, serveAdminPanel: false }).start();
