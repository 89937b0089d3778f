'use strict';

/** A site's extension of the plugin: an article without a description is not published. */
module.exports = (plugin) => {
  plugin.contentTypes.article.schema.attributes.description.required = true;
  return plugin;
};
