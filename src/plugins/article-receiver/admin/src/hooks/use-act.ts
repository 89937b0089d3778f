import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useRefusal } from '../wording/refusal';
import { useText, type TextId } from '../wording/text';

type Outcome<Data> = { data: Data; error?: undefined } | { error: unknown; data?: undefined };
type ApiFault = Parameters<ReturnType<typeof useAPIErrorHandler>['_unstableFormatAPIError']>[0];

/** What is said where it worked in part only: a text of the page, or words that it has made. */
export interface Partly {
  partly: TextId | { words: string };
}

/**
 * Carries out an action and tells how it went: `done` is what is said where it worked, or what
 * makes it from the answer. A refusal is told in the server's words, where there are none for it here.
 */
export function useAct() {
  const text = useText();
  const refusal = useRefusal();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: explain } = useAPIErrorHandler();

  /** @returns whether it worked. */
  return async <Data>(
    action: Promise<Outcome<Data>>,
    done: TextId | ((data: Data) => TextId | Partly),
    refused?: (error: unknown) => TextId | null,
  ): Promise<boolean> => {
    const outcome = await action;
    const { error } = outcome;
    if (error !== undefined) {
      const known = refused?.(error) ?? null;
      const words = known === null ? refusal(error) : text(known);
      toggleNotification({ type: 'danger', message: words ?? explain(error as ApiFault) });
      return false;
    }
    const said = typeof done === 'string' ? done : done(outcome.data as Data);
    if (typeof said === 'string') {
      toggleNotification({ type: 'success', message: text(said) });
      return true;
    }
    const { partly } = said;
    const message = typeof partly === 'string' ? text(partly) : partly.words;
    toggleNotification({ type: 'warning', message });
    return true;
  };
}
