import type { Core } from '@strapi/types';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import types from './index';

type Attributes = Record<string, object>;

/** As they are here: an extension may take fields out of the very objects that Strapi was given. */
const OWN = Object.entries(types).map(([name, { schema }]): [string, Attributes] => [
  `plugin::${PLUGIN_ID}.${name}`,
  structuredClone<Attributes>(schema.attributes),
]);

/**
 * Gives the plugin's types the fields back that the site's extension leaves out, before the database is
 * there. A schema that the Content-Type Builder writes has all fields of that day: those of a newer version
 * are not in it, and the site would not start.
 */
export function restoreFields(strapi: Core.Strapi): void {
  for (const [uid, own] of OWN) {
    const attributes = strapi.contentTypes[uid as keyof typeof strapi.contentTypes]?.attributes as
      Attributes | undefined;
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
