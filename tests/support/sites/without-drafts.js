'use strict';

/** A site's extension of the plugin: articles have no drafts, as the Content-Type Builder offers it. */
module.exports = (plugin) => {
  const { article, ...others } = plugin.contentTypes;
  const schema = { ...article.schema, options: { draftAndPublish: false } };
  return { ...plugin, contentTypes: { ...others, article: { ...article, schema } } };
};
