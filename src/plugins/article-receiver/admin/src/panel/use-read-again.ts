import { useCallback, useRef } from 'react';
import { useForm } from '@strapi/strapi/admin';
import { useReadReceiverEntryAgainMutation } from '../services/articles';

/** Has the form of an entry show it as it is by now. @returns whether it does. */
export type ReadAgain = (documentId: string) => Promise<boolean>;

/**
 * Reads an entry again that was changed elsewhere; never over what somebody has typed, also since it was
 * asked for. The form around the panel is left as it is then.
 */
export function useReadAgain(): ReadAgain {
  const isModified = useForm('ArticleReceiver', (state) => state.modified, false) ?? false;
  const isSubmitting = useForm('ArticleReceiver', (state) => state.isSubmitting, false) ?? false;
  const isAtRest = useRef(true);
  isAtRest.current = !isModified && !isSubmitting;
  const [read] = useReadReceiverEntryAgainMutation();
  const reading = useRef(new Map<string, Promise<boolean>>());
  return useCallback(
    (documentId) => {
      const known = reading.current.get(documentId);
      if (known) return known;
      const isShown = read({ documentId, isAtRest: () => isAtRest.current }).then((outcome) => {
        reading.current.delete(documentId);
        return 'data' in outcome && outcome.data;
      });
      reading.current.set(documentId, isShown);
      return isShown;
    },
    [read],
  );
}
