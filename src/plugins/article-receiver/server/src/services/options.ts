import type { Core } from '@strapi/types';
import type { Options } from '../config/options';
import { optionsOf } from '../config/site-options';

export interface OptionsService {
  /** The options in force. */
  get(): Options;
}

export default ({ strapi }: { strapi: Core.Strapi }): OptionsService => ({
  get: () => optionsOf(strapi),
});
