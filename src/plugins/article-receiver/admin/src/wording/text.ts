import { useCallback } from 'react';
import { useIntl } from 'react-intl';
import { PLUGIN_ID } from '../../../shared/plugin-id';
import en from '../translations/en.json';

/** The key of a text in `translations/*.json`; an id that is not there does not compile. */
export type TextId = keyof typeof en;

const prefix = (id: string) => `${PLUGIN_ID}.${id}`;

/** Translations as Strapi keeps them: all plugins' in one place, told apart by their prefix. */
export const prefixed = (messages: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(messages).map(([id, text]) => [prefix(id), text]));

/** A text as react-intl takes it, with English for languages that have no translation. */
export const message = (id: TextId) => ({ id: prefix(id), defaultMessage: en[id] });

/** Says the plugin's texts in the administrator's language. */
export function useText() {
  const { formatMessage } = useIntl();
  return useCallback(
    (id: TextId, values?: Record<string, string | number>) => formatMessage(message(id), values),
    [formatMessage],
  );
}
