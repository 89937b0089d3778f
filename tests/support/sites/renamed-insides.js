'use strict';

/**
 * A site on a Strapi that has renamed what can be renamed here without breaking Strapi itself. This
 * file is loaded before any plugin is registered, and its `register` runs before any is bootstrapped.
 */
strapi.get('middlewares').extend = undefined;

module.exports = {
  register({ strapi }) {
    strapi.plugin('content-manager').service('content-types').findConfiguration = undefined;
    strapi.plugin('upload').service('image-manipulation').isFaultyImage = undefined;
  },
};
