'use strict';

const demanding = require('./demanding.js');

/** The same, where articles have a field of the site's own as well, of which the service says nothing. */
module.exports = (plugin) => {
  const extended = demanding(plugin);
  const { article, ...others } = extended.contentTypes;
  const attributes = { ...article.schema.attributes, note: { type: 'string' } };
  const schema = { ...article.schema, attributes };
  return { ...extended, contentTypes: { ...others, article: { ...article, schema } } };
};
