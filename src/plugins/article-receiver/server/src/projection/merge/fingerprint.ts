import { createHash } from 'node:crypto';

/** JSON with sorted keys: PostgreSQL's jsonb gives keys back in another order than it was given. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, entry]) => [key, canonical(entry)]));
}

/** A short hash by which two values of a field are told apart; 128 bits, as 32 hex digits. */
export function fingerprint(value: unknown): string {
  const json = JSON.stringify(canonical(value ?? null));
  return createHash('sha256').update(json).digest('hex').slice(0, 32);
}
