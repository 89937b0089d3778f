'use strict';

/**
 * A site on a Strapi that has renamed something inside: the registry of middlewares knows no
 * `extend` any more. This file is loaded before any plugin is registered.
 */
strapi.get('middlewares').extend = undefined;

module.exports = {};
