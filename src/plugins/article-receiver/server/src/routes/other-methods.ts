import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';

/**
 * Answers 405 to whatever is no POST at the webhook. These routes stand outside the plugin's own
 * list, because Strapi writes no OpenAPI document for a site that has a route for all methods.
 */
export function refuseOtherMethods(strapi: Core.Strapi): void {
  strapi.server.routes({
    type: 'content-api',
    prefix: `/${PLUGIN_ID}`,
    routes: ['/webhook/:token', '/webhook'].map((path) => ({
      method: 'ALL',
      path,
      handler: 'webhook.methodNotAllowed',
      config: { auth: false },
      info: { pluginName: PLUGIN_ID },
    })),
  });
}
