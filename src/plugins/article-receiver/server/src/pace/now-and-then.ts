/**
 * Tells something at most once in a while, however often it happens.
 * @param tell what happened, and how often it did since the last time without being told.
 */
export function nowAndThen<Told>(
  pauseMs: number,
  tell: (what: Told, untold: number) => void,
): (what: Told) => void {
  let nextAt = -Infinity;
  let untold = 0;
  return (what) => {
    // A clock that nobody sets back.
    const now = performance.now();
    if (now < nextAt) {
      untold += 1;
      return;
    }
    tell(what, untold);
    nextAt = now + pauseMs;
    untold = 0;
  };
}
