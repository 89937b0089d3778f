import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';

/** The plugin's service of this name: Strapi makes it once for a site, and keeps it. */
export default (): AbortController => new AbortController();

const controllerOf = (strapi: Core.Strapi): AbortController =>
  strapi.plugin(PLUGIN_ID).service<AbortController>('stopping');

/** Aborted when the site begins to stop: for work that nobody needs who does not see its end. */
export const stoppingOf = (strapi: Core.Strapi): AbortSignal => controllerOf(strapi).signal;

/** Says that the site stops. */
export const beginStop = (strapi: Core.Strapi): void => controllerOf(strapi).abort();
