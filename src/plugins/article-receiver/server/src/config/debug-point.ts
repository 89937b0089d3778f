/**
 * A place where a test can kill the process, to prove that nothing acknowledged is lost there.
 * Does nothing outside NODE_ENV=test.
 */
export function debugPoint(name: string): void {
  if (process.env.NODE_ENV !== 'test') return;
  if (process.env.ARTICLE_RECEIVER_KILL_AT === name) process.kill(process.pid, 'SIGKILL');
}
