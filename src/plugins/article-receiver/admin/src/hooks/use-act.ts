import { useAPIErrorHandler, useNotification } from '@strapi/strapi/admin';
import { useText, type TextId } from '../utils/text';

type Outcome = { data: unknown } | { error: unknown };
type ApiFault = Parameters<ReturnType<typeof useAPIErrorHandler>['_unstableFormatAPIError']>[0];

const isApiFault = (error: unknown): error is ApiFault =>
  typeof error === 'object' && error !== null && 'message' in error;

/** Carries out an action and tells how it went. */
export function useAct() {
  const text = useText();
  const { toggleNotification } = useNotification();
  const { _unstableFormatAPIError: explain } = useAPIErrorHandler();

  /** @returns whether it worked. */
  return async (action: Promise<Outcome>, done: TextId): Promise<boolean> => {
    const outcome = await action;
    if ('error' in outcome) {
      const { error } = outcome;
      const reason = isApiFault(error) ? explain(error) : text('error.unknown');
      toggleNotification({ type: 'danger', message: reason });
      return false;
    }
    toggleNotification({ type: 'success', message: text(done) });
    return true;
  };
}
