import { createContext, useContext, useState, type ReactNode } from 'react';
import type { Settings } from '../../../../shared/settings/settings';
import { normalWord } from '../../../../shared/settings/words';
import { WORD_SETTINGS, type Words, type WordSetting } from './settings-edits';

/** A word that is typed and not in its table yet, with what it is to stand for. */
interface TypedWord {
  word: string;
  /** Null until there is something to choose for. */
  value: string | null;
}

const NOTHING: TypedWord = { word: '', value: null };

interface TypedWords {
  typed: Readonly<Record<WordSetting, TypedWord>>;
  type: (table: WordSetting, word: TypedWord) => void;
}

const Context = createContext<TypedWords | null>(null);

/** What is typed below the tables: it belongs to what is saved, and is lost with it. */
export function useTypedWords(): TypedWords {
  const words = useContext(Context);
  if (!words) throw new Error('A table of words stands outside of the form');
  return words;
}

/** Keeps it for the form around. */
export function TypedWordsProvider({ children }: { children: ReactNode }) {
  const [typed, setTyped] = useState<TypedWords['typed']>({
    statusMap: NOTHING,
    languageMap: NOTHING,
  });
  const type = (table: WordSetting, word: TypedWord) =>
    setTyped((before) => ({ ...before, [table]: word }));
  return <Context.Provider value={{ typed, type }}>{children}</Context.Provider>;
}

/** Words that are typed and not in their tables, with what they are to stand for. */
export function typedBesides(
  settings: Settings,
  typed: TypedWords['typed'],
): { table: WordSetting; words: Words }[] {
  return WORD_SETTINGS.flatMap((table) => {
    const { word, value } = typed[table];
    if (value === null || isThere(settings, table, word)) return [];
    return [{ table, words: { [normalWord(word)]: value } }];
  });
}

/** Whether a word is none, or in its table already. */
export function isThere(settings: Settings, table: WordSetting, word: string): boolean {
  const wanted = normalWord(word);
  const known = Object.keys(settings[table]);
  return wanted === '' || known.some((one) => normalWord(one) === wanted);
}
