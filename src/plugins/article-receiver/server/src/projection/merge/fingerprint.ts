import { createHash } from 'node:crypto';

/** JSON with sorted keys: PostgreSQL's jsonb gives keys back in another order than it was given. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, entry]) => [key, canonical(entry)]));
}

/** Characters of a text that are hashed at a time: of megabytes at once there would be three more copies. */
const PIECE = 65_536;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code < 0xdc00;

/** A text as JSON, in pieces, none of which ends within a character. */
function* piecesOf(text: string): Generator<string> {
  yield '"';
  for (let at = 0; at < text.length;) {
    let end = Math.min(text.length, at + PIECE);
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    yield JSON.stringify(text.slice(at, end)).slice(1, -1);
    at = end;
  }
  yield '"';
}

/** A short hash by which two values of a field are told apart; 128 bits, as 32 hex digits. */
export function fingerprint(value: unknown): string {
  const isLong = typeof value === 'string' && value.length > PIECE;
  const json = isLong ? piecesOf(value) : [JSON.stringify(canonical(value ?? null))];
  const hash = createHash('sha256');
  for (const piece of json) hash.update(piece);
  return hash.digest('hex').slice(0, 32);
}
