let passed = 0;

/**
 * A place where a test can kill the process, to prove that nothing acknowledged is lost there:
 * `ARTICLE_RECEIVER_KILL_AT=name` at the first time it comes by, `name:3` at the third.
 * Does nothing outside NODE_ENV=test.
 */
export function debugPoint(name: string): void {
  if (process.env.NODE_ENV !== 'test') return;
  const [wanted, nth = '1'] = (process.env.ARTICLE_RECEIVER_KILL_AT ?? '').split(':');
  if (wanted !== name) return;
  passed += 1;
  if (passed === Number(nth)) process.kill(process.pid, 'SIGKILL');
}
