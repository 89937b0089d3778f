'use strict';

const SHARED = ['campaign', 'tag', 'media-asset'];

const on = ({ schema, ...type }) => ({
  ...type,
  schema: {
    ...schema,
    options: { draftAndPublish: true },
    pluginOptions: { i18n: { localized: true } },
  },
});

/** A site's extension of the plugin: what articles share has drafts and locales, as the Content-Type Builder offers it. */
module.exports = ({ contentTypes, ...plugin }) => {
  const shared = SHARED.map((name) => [name, on(contentTypes[name])]);
  return { ...plugin, contentTypes: { ...contentTypes, ...Object.fromEntries(shared) } };
};
