import { isDeepStrictEqual } from 'node:util';
import type { Core } from '@strapi/types';
import { AS_SHIPPED } from './as-shipped';

/** What is needed of a schema here. */
interface Extended {
  /** As the site has it: without what Strapi adds to each type. */
  __schema__: { attributes: Record<string, { visible?: boolean }> };
  config?: { layouts?: { edit?: unknown } };
}

/** All inputs fit into a row of their own, also those that have one width only. */
const FULL_WIDTH = 12;

/**
 * Puts fields that the site's extension adds to the plugin's types below the form, before Strapi stores how that
 * is arranged. Where Strapi knows a type already it does so itself. Where it meets the type with the field in it
 * (in production, say, which gets both at once), it takes the form as the plugin arranges it, and nobody could
 * fill the field in. A form that the extension arranges stays as it is.
 */
export function showAddedFields(strapi: Core.Strapi): void {
  for (const { uid, attributes, form } of AS_SHIPPED) {
    const extended = strapi.contentTypes[uid] as Extended | undefined;
    const layouts = extended?.config?.layouts;
    if (!layouts || !isDeepStrictEqual(layouts.edit, form)) continue;
    const added = Object.entries(extended.__schema__.attributes).filter(
      ([name, { visible }]) => visible !== false && !Object.hasOwn(attributes, name),
    );
    layouts.edit = [...form, ...added.map(([name]) => [{ name, size: FULL_WIDTH }])];
  }
}
