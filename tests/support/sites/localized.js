'use strict';

const on = (owner) => ({
  ...owner,
  pluginOptions: { ...owner.pluginOptions, i18n: { localized: true } },
});

/** A site's extension of the plugin: articles have locales, as the Content-Type Builder offers it. */
module.exports = (plugin) => {
  const { article, ...others } = plugin.contentTypes;
  const { title, slug, tldr } = article.schema.attributes;
  const attributes = { title: on(title), slug: on(slug), tldr: on(tldr) };
  const schema = on({
    ...article.schema,
    attributes: { ...article.schema.attributes, ...attributes },
  });
  return { ...plugin, contentTypes: { ...others, article: { ...article, schema } } };
};
