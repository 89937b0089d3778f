import { useEffect, useRef, type RefObject } from 'react';

/**
 * Moves the focus when a decision removes the button that had it: to the element that shows the result, as
 * soon as that has changed, and only if nothing else has the focus.
 * @param state what a decision changes, as a text; null until it is known.
 */
export function useKeepFocus(state: string | null, place: RefObject<HTMLElement>): void {
  const before = useRef(state);
  useEffect(() => {
    const hasChanged = before.current !== null && state !== null && before.current !== state;
    before.current = state;
    if (!hasChanged) return;
    // After the dialog has given the focus back, perhaps to a button that is about to go.
    const later = window.setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body) {
        place.current?.focus();
      }
    }, DIALOG_CLOSES_MS);
    return () => window.clearTimeout(later);
  }, [state, place]);
}

const DIALOG_CLOSES_MS = 300;
