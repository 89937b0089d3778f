import type { Core } from '@strapi/types';
import { parseOptions, type Options } from '../config/options';
import { PLUGIN_ID } from '../../../shared/plugin-id';

export interface OptionsService {
  /** The options in force. */
  get(): Options;
}

export default ({ strapi }: { strapi: Core.Strapi }): OptionsService => {
  const options = parseOptions(strapi.config.get(`plugin::${PLUGIN_ID}`));
  return { get: () => options };
};
