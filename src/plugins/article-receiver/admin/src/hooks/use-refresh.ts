import { useEffect, useState } from 'react';

const AT_ONCE_MS = 1;
const BUSY_MS = 2_000;
export const QUIET_MS = 15_000;

type Sight = 'hidden' | 'back' | 'seen';

/**
 * How often to ask again, for RTK's `pollingInterval`: often while something is under way, seldom
 * otherwise, never while nobody looks, and at once when somebody looks again.
 */
export function useRefresh(isBusy: boolean): { pollingInterval: number } {
  const [sight, setSight] = useState<Sight>(document.hidden ? 'hidden' : 'seen');
  useEffect(() => {
    const look = () => setSight(document.hidden ? 'hidden' : 'back');
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);
  // The request that is due by then stays due: RTK only brings one forward when the interval changes.
  useEffect(() => {
    if (sight === 'back') setSight('seen');
  }, [sight]);
  if (sight === 'hidden') return { pollingInterval: 0 };
  if (sight === 'back') return { pollingInterval: AT_ONCE_MS };
  return { pollingInterval: isBusy ? BUSY_MS : QUIET_MS };
}
