import { isRecord } from '../../../shared/records';

/** Whether a function of the site's own gave a promise. Nobody waits for it: that it fails must not end the process. */
export function isPromise(value: unknown): boolean {
  if (!isRecord(value) || typeof value.then !== 'function') return false;
  void Promise.resolve(value).catch(() => undefined);
  return true;
}

/**
 * What a function of the site's own gave.
 * @throws Error for a promise: what it comes to is not known when it is needed.
 */
export function atOnce<Value>(value: Value): Value {
  if (isPromise(value)) throw new Error('expected a value at once, and no promise');
  return value;
}
