'use strict';

/**
 * A site's extension of the plugin: an article without a description of two characters is not published. It makes copies: the
 * plugin's own objects are those of all sites of a process.
 */
module.exports = (plugin) => {
  const { article, ...others } = plugin.contentTypes;
  const { description } = article.schema.attributes;
  const attributes = {
    ...article.schema.attributes,
    description: { ...description, required: true, minLength: 2 },
  };
  const schema = { ...article.schema, attributes };
  return { ...plugin, contentTypes: { ...others, article: { ...article, schema } } };
};
