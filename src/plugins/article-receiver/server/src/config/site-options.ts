import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { parseOptions, type Options } from './options';

const known = new WeakMap<Core.Strapi, Options>();

/** The options in force on a site. They do not change while it runs. */
export function optionsOf(strapi: Core.Strapi): Options {
  const options = known.get(strapi) ?? parseOptions(strapi.config.get(`plugin::${PLUGIN_ID}`));
  known.set(strapi, options);
  return options;
}
