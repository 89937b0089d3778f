import { fingerprint } from './fingerprint';

/**
 * Whether a value is known by the hash that it had when its field was of another type: a database that turns a number
 * or JSON into text, or a text into a number, edits nothing.
 */
export function isOfOtherType(value: unknown, hash: string): boolean {
  if (typeof value === 'number') return fingerprint(String(value)) === hash;
  if (typeof value !== 'string') return false;
  try {
    const before: unknown = JSON.parse(value);
    // A text in quotes, or the word null, is somebody's: no database turned something else into it.
    return before !== null && typeof before !== 'string' && fingerprint(before) === hash;
  } catch {
    // Most texts never were anything else, and one that is nested too deeply was not either.
    return false;
  }
}
