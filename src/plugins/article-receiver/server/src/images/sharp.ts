import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type sharpModule from 'sharp';

const require = createRequire(import.meta.url);

/** Strapi's upload plugin, looked for where Strapi itself looks for it. */
const upload = require.resolve('@strapi/upload/package.json', {
  paths: [dirname(require.resolve('@strapi/strapi/package.json')), process.cwd()],
});

/**
 * The copy of sharp that Strapi's upload plugin uses, whatever its version. A second copy would bring a second libvips
 * into the process, which on Windows keeps one of them from loading.
 */
const sharp = createRequire(upload)('sharp') as typeof sharpModule;

export default sharp;
