/** What the plugin's custom fields keep, by name: the server and the panel register the same ones. */
export const CUSTOM_FIELDS = {
  line: 'text',
  list: 'json',
  chips: 'json',
  facts: 'json',
  'structured-data': 'json',
  'llms-txt': 'text',
} as const;

export type CustomFieldName = keyof typeof CUSTOM_FIELDS;
