'use strict';

/**
 * What `strapi start` does, for a compiled site that lies elsewhere:
 * `node start-site.js APP_DIRECTORY DIST_DIRECTORY [panel]`. Without `panel` the admin panel's files
 * are not needed: only the tests with a browser build them.
 */
const { createStrapi } = require('@strapi/strapi');

const [appDir, distDir, panel] = process.argv.slice(2);

void createStrapi({ appDir, distDir, serveAdminPanel: panel === 'panel' }).start();
