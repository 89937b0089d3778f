const MINUTE_MS = 60_000;

/** Says how many seconds to wait; null lets the request through. */
export type RateLimit = (name: string) => number | null;

interface Bucket {
  /** Requests that are left, with fractions. */
  left: number;
  filledAt: number;
}

/**
 * A bucket for each token, by its name: it holds a minute's requests and fills up steadily. The
 * names are ours and few, so the buckets are, too; nothing that a sender writes is a key.
 * @param clock milliseconds that never go back.
 */
export function perMinuteLimit(
  perMinute: number,
  clock: () => number = () => performance.now(),
): RateLimit {
  const buckets = new Map<string, Bucket>();
  return (name) => {
    const now = clock();
    const bucket = buckets.get(name) ?? { left: perMinute, filledAt: now };
    const filled = ((now - bucket.filledAt) * perMinute) / MINUTE_MS;
    const left = Math.min(perMinute, bucket.left + filled);
    const isAllowed = left >= 1;
    buckets.set(name, { left: isAllowed ? left - 1 : left, filledAt: now });
    return isAllowed ? null : Math.max(1, Math.ceil(((1 - left) * MINUTE_MS) / perMinute / 1_000));
  };
}

/** A limiter that fails lets everything through: losing a delivery is worse than one too many. */
export function openOnFailure(limit: RateLimit, report: (error: unknown) => void): RateLimit {
  return (name) => {
    try {
      return limit(name);
    } catch (error) {
      report(error);
      return null;
    }
  };
}
