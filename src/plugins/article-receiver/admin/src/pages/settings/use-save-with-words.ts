import { useEffect, useState } from 'react';
import { useSettingsForm } from './settings-form';
import { typedBesides, useTypedWords } from './typed-words';

/** The form of the settings, as whoever saves it sees it. */
export interface SavedForm {
  isChanged: boolean;
  isSaving: boolean;
  save: () => void;
}

/** The same, with words that are typed and not added: they count as changes, and are saved with the rest. */
export function useSaveWithWords({ isChanged, isSaving, save }: SavedForm): SavedForm {
  const { draft, changeWords } = useSettingsForm();
  const { typed, type } = useTypedWords();
  const besides = typedBesides(draft, typed);
  // What is added is in the form with the next rendering.
  const [isAdded, setAdded] = useState(false);
  useEffect(() => {
    if (!isAdded) return;
    setAdded(false);
    save();
  }, [isAdded, save]);
  return {
    isChanged: isChanged || besides.length > 0,
    isSaving,
    save: () => {
      for (const { table, words } of besides) {
        changeWords(table, words);
        type(table, { ...typed[table], word: '' });
      }
      if (besides.length > 0) setAdded(true);
      else save();
    },
  };
}
