'use strict';

/** A site's extension of the plugin: titles have to be short. Of copies, as in `demanding.js`. */
module.exports = (plugin) => {
  const { article, ...others } = plugin.contentTypes;
  const { title } = article.schema.attributes;
  const attributes = { ...article.schema.attributes, title: { ...title, maxLength: 40 } };
  const schema = { ...article.schema, attributes };
  return { ...plugin, contentTypes: { ...others, article: { ...article, schema } } };
};
