import { useEffect, useState } from 'react';

const BUSY_MS = 2_000;
const QUIET_MS = 15_000;

/**
 * How often to ask again, for RTK's `pollingInterval`: often while something is under way, seldom
 * otherwise, and never while nobody looks.
 */
export function useRefresh(isBusy: boolean): { pollingInterval: number } {
  const [isVisible, setVisible] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setVisible(!document.hidden);
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  if (!isVisible) return { pollingInterval: 0 };
  return { pollingInterval: isBusy ? BUSY_MS : QUIET_MS };
}
