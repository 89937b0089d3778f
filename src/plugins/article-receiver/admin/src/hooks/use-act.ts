import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useText, type TextId } from '../wording/text';

type Outcome<Data> = { data: Data; error?: undefined } | { error: unknown; data?: undefined };
type ApiFault = Parameters<ReturnType<typeof useAPIErrorHandler>['_unstableFormatAPIError']>[0];

const isApiFault = (error: unknown): error is ApiFault =>
  typeof error === 'object' && error !== null && 'message' in error;

/**
 * Carries out an action and tells how it went: `done` is what is said where it worked, or what
 * makes it from the answer. A refusal is told in the server's words, where there are none for it here.
 */
export function useAct() {
  const text = useText();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: explain } = useAPIErrorHandler();

  /** @returns whether it worked. */
  return async <Data>(
    action: Promise<Outcome<Data>>,
    done: TextId | ((data: Data) => TextId),
    refused?: (error: unknown) => TextId | null,
  ): Promise<boolean> => {
    const outcome = await action;
    const { error } = outcome;
    if (error !== undefined) {
      const known = refused?.(error) ?? (isApiFault(error) ? null : 'error.unknown');
      const message = known === null ? explain(error as ApiFault) : text(known);
      toggleNotification({ type: 'danger', message });
      return false;
    }
    toggleNotification({
      type: 'success',
      message: text(typeof done === 'string' ? done : done(outcome.data as Data)),
    });
    return true;
  };
}
