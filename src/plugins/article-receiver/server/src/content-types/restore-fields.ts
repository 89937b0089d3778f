import type { Core } from '@strapi/types';
import { AS_SHIPPED } from './as-shipped';

/**
 * Gives the plugin's types the fields back that the site's extension leaves out, before the database is
 * there. A schema that the Content-Type Builder writes has all fields of that day: those of a newer version
 * are not in it, and the site would not start.
 */
export function restoreFields(strapi: Core.Strapi): void {
  for (const { uid, attributes: own } of AS_SHIPPED) {
    const attributes: Record<string, object> | undefined = strapi.contentTypes[uid]?.attributes;
    if (!attributes) continue;
    const missing = Object.keys(own).filter((name) => !Object.hasOwn(attributes, name));
    for (const name of missing) attributes[name] = structuredClone(own[name] ?? {});
    if (missing.length === 0) continue;
    const names = missing.join(', ');
    strapi.log.warn(
      `article-receiver: the site's extension of ${uid} leaves out ${names}; the receiver needs that, so it is there all the same`,
    );
  }
}
