import type { Site } from '../support/site/site';

const CONTENT = ['article', 'campaign', 'tag', 'media-asset'];
const ROWS = [
  ...['log', 'blob', 'delivery', 'stream', 'projected', 'image-file', 'attempt', 'suggestion'],
  'slug-interest',
];

/**
 * Removes what a run of a history left, so that the next one starts from nothing.
 * @param own content types of the site's own that the run filled.
 */
export async function clearSite({ strapi }: Site, own: readonly string[]): Promise<void> {
  for (const uid of own) await strapi.db.query(uid as never).deleteMany({});
  for (const name of [...CONTENT, ...ROWS]) {
    await strapi.db.query(`plugin::article-receiver.${name}`).deleteMany({});
  }
  await strapi.db.query('plugin::upload.file').deleteMany({});
}
