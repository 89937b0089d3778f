import type { Core } from '@strapi/types';
import { CUSTOM_FIELDS, type CustomFieldName } from '../../../shared/articles/custom-fields';
import { PLUGIN_ID } from '../../../shared/plugin-id';

/**
 * An attribute with one of the plugin's inputs, as Strapi has it once it has resolved the type: so
 * what reads the schema sees a `text` or `json` attribute whenever it looks.
 */
export const customField = <Name extends CustomFieldName>(name: Name) => ({
  type: CUSTOM_FIELDS[name],
  customField: `plugin::${PLUGIN_ID}.${name}` as const,
});

/** Offers the plugin's inputs to every content type of the site. */
export function registerCustomFields(strapi: Core.Strapi): void {
  for (const [name, type] of Object.entries(CUSTOM_FIELDS)) {
    strapi.customFields.register({
      name,
      plugin: PLUGIN_ID,
      type,
      inputSize: { default: 12, isResizable: true },
    });
  }
}
