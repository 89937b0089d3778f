import type { ComponentType } from 'react';
import type { StrapiApp } from '@strapi/strapi/admin';
import { CUSTOM_FIELDS, type CustomFieldName } from '../../../shared/articles/custom-fields';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import { ReceiverIcon } from '../components/ReceiverIcon';
import { message } from '../wording/text';
import type { FieldInputProps } from './input-props';

type Input = ComponentType<FieldInputProps>;

const INPUTS: Record<CustomFieldName, () => Promise<{ default: Input }>> = {
  line: async () => ({ default: (await import('./LineInput')).LineInput }),
  list: async () => ({ default: (await import('./ListInput')).ListInput }),
  chips: async () => ({ default: (await import('./ChipsInput')).ChipsInput }),
  facts: async () => ({ default: (await import('./FactsInput')).FactsInput }),
  'structured-data': async () => ({
    default: (await import('./StructuredDataInput')).StructuredDataInput,
  }),
  'llms-txt': async () => ({ default: (await import('./LlmsTxtInput')).LlmsTxtInput }),
};

/** Offers the inputs to every content type, in the Content-Type Builder too. */
export function registerFields(app: Pick<StrapiApp, 'customFields'>): void {
  for (const name of Object.keys(INPUTS) as CustomFieldName[]) {
    app.customFields.register({
      name,
      pluginId: PLUGIN_ID,
      type: CUSTOM_FIELDS[name],
      icon: ReceiverIcon,
      intlLabel: message(`customField.${name}`),
      intlDescription: message(`customField.${name}.hint`),
      // Strapi's type wants a component without props, though it passes some.
      components: { Input: INPUTS[name] as () => Promise<{ default?: ComponentType }> },
    });
  }
}
