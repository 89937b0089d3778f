import { useEffect, useRef, type RefObject } from 'react';

/** An element that takes the focus when it is given it, and by no key: for its attributes. */
export interface FocusPlace<Kind extends HTMLElement> {
  ref: RefObject<Kind>;
  tabIndex: -1;
  style: { outline: 'none' };
}

/**
 * Moves the focus when a decision removes the button that had it: to the element that shows the result, as
 * soon as that has changed. Nobody is moved whose focus is elsewhere, or who had none.
 * @param state what a decision changes, as a text; null until it is known.
 * @returns what that element is given.
 */
export function useKeepFocus<Kind extends HTMLElement = HTMLDivElement>(
  state: string | null,
): FocusPlace<Kind> {
  const ref = useRef<Kind>(null);
  const before = useRef(state);
  const last = useLastFocused();
  useEffect(() => {
    const hasChanged = before.current !== null && state !== null && before.current !== state;
    before.current = state;
    if (!hasChanged) return;
    // After the dialog has given the focus back, perhaps to a button that is about to go.
    const later = window.setTimeout(() => {
      const hasFocus = document.activeElement !== null && document.activeElement !== document.body;
      if (!hasFocus && isLost(last.current)) ref.current?.focus();
    }, DIALOG_CLOSES_MS);
    return () => window.clearTimeout(later);
  }, [state, last]);
  return { ref, tabIndex: -1, style: { outline: 'none' } };
}

/** As long as a dialog takes to go, and to give the focus back. */
export const DIALOG_CLOSES_MS = 300;

/**
 * What has the focus, or had it when it went: then the document forgets it. Null once the focus has left it
 * for nothing else, and on a page that was opened with the focus nowhere.
 */
function useLastFocused(): RefObject<Element | null> {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    // Not while rendering: what has the focus then may be of the page before, and about to go with it.
    last.current = document.activeElement;
    const note = ({ target }: FocusEvent) => {
      last.current = target instanceof Element ? target : null;
    };
    // Chromium says so of an element that is being removed, too, while it is still there.
    const left = ({ target }: FocusEvent) =>
      queueMicrotask(() => {
        const isElsewhere = document.activeElement !== target;
        if (target === last.current && isElsewhere && !isLost(last.current)) last.current = null;
      });
    document.addEventListener('focusin', note);
    document.addEventListener('focusout', left);
    return () => {
      document.removeEventListener('focusin', note);
      document.removeEventListener('focusout', left);
    };
  }, []);
  return last;
}

/** Whether the focus was on something that is gone, or takes none any more. */
const isLost = (element: Element | null): boolean =>
  element !== null && (!element.isConnected || element.matches(':disabled'));
