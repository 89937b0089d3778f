'use strict';

const { articlePreview } = require('strapi-plugin-article-receiver/config');

/** What docs/front-ends.md says of Strapi's Preview, for a front end that the environment names. */
module.exports = {
  preview: {
    enabled: true,
    config: { allowedOrigins: process.env.FRONT_END_URL, handler: articlePreview() },
  },
};
