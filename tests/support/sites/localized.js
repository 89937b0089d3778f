'use strict';

const on = (owner) => ({
  ...owner,
  pluginOptions: { ...owner.pluginOptions, i18n: { localized: true } },
});

/** A site's extension of the plugin: articles have locales, as the Content-Type Builder offers it. */
module.exports = (plugin) => {
  const { article, ...others } = plugin.contentTypes;
  const attributes = Object.entries(article.schema.attributes).map(([name, attribute]) => [
    name,
    attribute.type === 'relation' ? attribute : on(attribute),
  ]);
  const schema = on({ ...article.schema, attributes: Object.fromEntries(attributes) });
  return { ...plugin, contentTypes: { ...others, article: { ...article, schema } } };
};
