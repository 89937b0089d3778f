import { useEffect, useRef, type RefObject } from 'react';

/**
 * Where the focus goes when what had it is gone: a decision takes its buttons away with it. To what
 * came of it, once that has changed, and only if the focus is nowhere.
 * @param state what a decision changes, as a text; null until it is known.
 */
export function useKeepFocus(state: string | null, place: RefObject<HTMLElement>): void {
  const before = useRef(state);
  useEffect(() => {
    const hasChanged = before.current !== null && state !== null && before.current !== state;
    before.current = state;
    if (!hasChanged) return;
    // A dialog gives the focus back first, to a button that may be gone by then.
    const later = window.setTimeout(() => {
      if (document.activeElement === null || document.activeElement === document.body) {
        place.current?.focus();
      }
    }, DIALOG_CLOSES_MS);
    return () => window.clearTimeout(later);
  }, [state, place]);
}

const DIALOG_CLOSES_MS = 300;
