import type { Core } from '@strapi/types';
import { UIDS } from '../content-types/uids';

const HIDDEN = { visible: false };

/** Takes the plugin's own types out of the Content Manager: the site has its articles elsewhere. */
export function hideOwnTypes(strapi: Core.Strapi): void {
  for (const uid of Object.values(UIDS)) {
    const type = strapi.contentType(uid);
    type.pluginOptions = {
      ...type.pluginOptions,
      'content-manager': HIDDEN,
      'content-type-builder': HIDDEN,
    };
  }
}
