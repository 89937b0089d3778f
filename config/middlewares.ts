import type { Core } from '@strapi/strapi';

/** Strapi's own list, unchanged: the plugin needs nothing from a site's middlewares. */
const middlewares: Core.Config.Middlewares = [
  'strapi::logger',
  'strapi::errors',
  'strapi::security',
  'strapi::cors',
  'strapi::poweredBy',
  'strapi::query',
  'strapi::body',
  'strapi::session',
  'strapi::favicon',
  'strapi::public',
];

export default middlewares;
