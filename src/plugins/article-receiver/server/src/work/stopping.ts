import type { Core } from '@strapi/types';

const known = new WeakMap<Core.Strapi, AbortController>();

function controllerOf(strapi: Core.Strapi): AbortController {
  const controller = known.get(strapi) ?? new AbortController();
  known.set(strapi, controller);
  return controller;
}

/** Aborted when the site begins to stop: for work that nobody needs who does not see its end. */
export const stoppingOf = (strapi: Core.Strapi): AbortSignal => controllerOf(strapi).signal;

/** Says that the site stops. */
export const beginStop = (strapi: Core.Strapi): void => controllerOf(strapi).abort();
