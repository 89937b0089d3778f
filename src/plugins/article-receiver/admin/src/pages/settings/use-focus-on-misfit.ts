import { useEffect, useRef, type RefObject } from 'react';
import { useSettingsForm } from './settings-form';

/** Moves the focus to the first field that does not fit, once a change was refused: it may be far down. */
export function useFocusOnMisfit(form: RefObject<HTMLFormElement>, isSaving: boolean): void {
  const { refused } = useSettingsForm();
  const isAsked = useRef(false);
  useEffect(() => {
    if (isSaving) isAsked.current = true;
    if (isSaving || !isAsked.current || refused.size === 0) return;
    isAsked.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-misfit]')?.focus();
  }, [form, isSaving, refused]);
}
