import { useEffect } from 'react';
import { QUIET_MS } from './use-refresh';

/**
 * Asks again what the server did not answer: now and then, and at once when somebody looks again. For what
 * is asked for once; what is asked for all the time has `useRefresh`.
 * @param isAway whether it did not.
 */
export function useAskAgain(isAway: boolean, ask: () => unknown): void {
  useEffect(() => {
    if (!isAway) return;
    const look = () => {
      if (!document.hidden) ask();
    };
    const timer = window.setInterval(look, QUIET_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      window.clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [isAway, ask]);
}
