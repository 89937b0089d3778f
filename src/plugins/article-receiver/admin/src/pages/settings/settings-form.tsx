import { createContext, useContext, useState, type ReactNode } from 'react';
import type { Settings, SettingsAnswer } from '../../../../shared/settings';
import { useAct } from '../../hooks/use-act';
import { useChangeReceiverSettingsMutation } from '../../services/settings';
import { isFixed, patchOf, valueAt, withValueAt } from './settings-paths';

interface SettingsForm {
  answer: SettingsAnswer;
  draft: Settings;
  /** What the server said about a value, by path. */
  errors: Record<string, string>;
  change: (path: string, value: unknown) => void;
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
  const { answer, draft, errors, change } = useSettingsForm();
  return {
    value: valueAt(draft, path),
    error: errors[path],
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
  const [save, { isLoading }] = useChangeReceiverSettingsMutation();
  const [edited, setEdited] = useState<Settings | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const draft = edited ?? answer.values;
  const patch = patchOf(answer.values, draft);

  const submit = async () => {
    const asked = save(patch);
    const isSaved = await act(asked, 'settings.saved');
    const outcome = await asked;
    setErrors('error' in outcome ? issuesOf(outcome.error) : {});
    if (isSaved) setEdited(null);
  };

  const change = (path: string, value: unknown) => {
    setEdited((before) => withValueAt(before ?? answer.values, path, value));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([other]) => other !== path)),
    );
  };
  return (
    <Context.Provider value={{ answer, draft, errors, change }}>
      {children({
        isChanged: Object.keys(patch).length > 0,
        isSaving: isLoading,
        save: () => void submit(),
      })}
    </Context.Provider>
  );
}

/** The issues of a refused change, by path; those of a list's items belong to the list. */
function issuesOf(error: unknown): Record<string, string> {
  const issues = valueAt(error, 'details.issues');
  if (!Array.isArray(issues)) return {};
  return Object.fromEntries(
    issues.map(({ path, message }: { path: string; message: string }) => [
      path.replace(/\.\d+$/, ''),
      message,
    ]),
  );
}
