'use strict';

/** A site's extension of the plugin: titles have to be short. */
module.exports = (plugin) => {
  plugin.contentTypes.article.schema.attributes.title.maxLength = 40;
  return plugin;
};
