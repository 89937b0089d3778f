import { createContext, useContext, useState, type ReactNode } from 'react';
import type { Settings, SettingsAnswer } from '../../../../shared/settings/settings';
import { useAct } from '../../hooks/use-act';
import {
  useChangeReceiverSettingsMutation,
  useLazyGetReceiverSettingsQuery,
} from '../../services/settings';
import {
  MAIL,
  NO_EDITS,
  withEdit,
  withEdits,
  withMail,
  without,
  withWords,
  type Edits,
  type MailParts,
  type Words,
  type WordSetting,
} from './settings-edits';
import { isFixed, patchOf, valueAt } from './settings-paths';

interface SettingsForm {
  answer: SettingsAnswer;
  draft: Settings;
  /** Paths of the values that the server refused; those of a list's items are the list's. */
  refused: ReadonlySet<string>;
  change: (path: string, value: unknown) => void;
  /** Changes some words of a table. */
  changeWords: (table: WordSetting, words: Words) => void;
  /** Changes some parts of the mail. */
  changeMail: (parts: MailParts) => void;
}

const Context = createContext<SettingsForm | null>(null);

/** The form around a field. */
export function useSettingsForm(): SettingsForm {
  const form = useContext(Context);
  if (!form) throw new Error('A settings field stands outside of the form');
  return form;
}

/** One setting of the form, by its path. */
export function useSetting(path: string) {
  const { answer, draft, refused, change } = useSettingsForm();
  return {
    value: valueAt(draft, path),
    isRefused: refused.has(path),
    isFixed: isFixed(answer.fixed, path),
    limits: answer.limits[path],
    change: (value: unknown) => change(path, value),
  };
}

interface SettingsFormProviderProps {
  answer: SettingsAnswer;
  children: (form: { isChanged: boolean; isSaving: boolean; save: () => void }) => ReactNode;
}

/** Keeps what was typed until it is saved. */
export function SettingsFormProvider({ answer, children }: SettingsFormProviderProps) {
  const act = useAct();
  const [save] = useChangeReceiverSettingsMutation();
  const [readAgain] = useLazyGetReceiverSettingsQuery();
  const [isSaving, setSaving] = useState(false);
  const [edits, setEdits] = useState<Edits>(NO_EDITS);
  const [refused, setRefused] = useState<ReadonlySet<string>>(new Set());
  const draft = withEdits(answer.values, edits);
  const patch = patchOf(answer.values, draft);

  /** Lists are saved as a whole: those of the mail with what a colleague has chosen there meanwhile. */
  const newestPatch = async () => {
    if (!edits.has(MAIL)) return patch;
    const { data: newest = answer } = await readAgain();
    return patchOf(newest.values, withEdits(newest.values, edits));
  };

  const submit = async () => {
    setSaving(true);
    const asked = save(await newestPatch());
    const isSaved = await act(asked, 'settings.saved', (error) =>
      refusedIn(error).size > 0 ? 'settings.refused' : null,
    );
    const outcome = await asked;
    setRefused(refusedIn('error' in outcome ? outcome.error : undefined));
    if (isSaved) setEdits((now) => without(now, edits));
    setSaving(false);
  };

  const fits = (path: string) => {
    // What is changed as a whole is refused by its parts.
    const isOfIt = (other: string) => other === path || other.startsWith(`${path}.`);
    setRefused((before) => new Set([...before].filter((other) => !isOfIt(other))));
  };
  const change = (path: string, value: unknown) => {
    setEdits((before) => withEdit(before, path, value));
    fits(path);
  };
  const changeWords = (table: WordSetting, words: Words) => {
    setEdits((before) => withWords(before, table, words));
    fits(table);
  };
  const changeMail = (parts: MailParts) => {
    setEdits((before) => withMail(before, parts));
    fits(MAIL);
  };
  return (
    <Context.Provider value={{ answer, draft, refused, change, changeWords, changeMail }}>
      {children({
        isChanged: Object.keys(patch).length > 0,
        isSaving,
        save: () => void submit(),
      })}
    </Context.Provider>
  );
}

/**
 * Paths of the values because of which a change was refused. What is wrong with them the server says
 * in English and for whoever writes options: the page says how a value has to be.
 */
function refusedIn(error: unknown): ReadonlySet<string> {
  const issues = valueAt(error, 'details.issues');
  if (!Array.isArray(issues)) return new Set();
  return new Set(issues.map(({ path }: { path: string }) => path.replace(/\.\d+$/, '')));
}
