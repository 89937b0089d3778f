/** Without and with TLS. */
const SCHEMES = ['redis:', 'rediss:'];

const HINT = 'set REDIS_URL (or the option "redis.url") to one like redis://127.0.0.1:6379';

/**
 * The address of Redis, checked. It may hold a password, so no message repeats it.
 * @throws Error that says what is missing.
 */
export function redisUrlOf(url: string | undefined): string {
  if (!url) {
    throw new Error(
      `article-receiver: runner is "bullmq", but no address of Redis is set; ${HINT}`,
    );
  }
  if (!URL.canParse(url) || !SCHEMES.includes(new URL(url).protocol)) {
    throw new Error(`article-receiver: the address of Redis cannot be used; ${HINT}`);
  }
  return url;
}
