'use strict';

const LATER = new Set(['sourceId', 'llmsTxt', 'previousSlugs', 'needsAttention']);

/**
 * A site's extension of the plugin, as the Content-Type Builder writes it: a schema with all fields that a
 * version had, and one of the site's own. Some fields came later.
 */
module.exports = (plugin) => {
  const { article, ...others } = plugin.contentTypes;
  const known = Object.entries(article.schema.attributes).filter(([name]) => !LATER.has(name));
  const attributes = { ...Object.fromEntries(known), section: { type: 'string' } };
  const schema = { ...article.schema, attributes };
  return { ...plugin, contentTypes: { ...others, article: { ...article, schema } } };
};
