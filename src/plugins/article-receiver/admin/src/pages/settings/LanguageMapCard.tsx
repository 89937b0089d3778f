import { useSettingsForm } from './settings-form';
import { WordTable } from './WordTable';

/** The locale of each word that the service has for a language; nothing where articles have none. */
export function LanguageMapCard() {
  const { locales } = useSettingsForm().answer;
  if (locales === null) return null;
  return (
    <WordTable table="languageMap" choices={locales.map((value) => ({ value, label: value }))} />
  );
}
