import type { Fields, Hashes } from './merge';
import { fingerprint } from './fingerprint';

/** What the receiver put into a field, and took out of it. Times in epoch ms. */
interface FieldPast {
  /** When the value that it wrote last was written. */
  since: number;
  /** When each earlier value was replaced, by the value's short hash. */
  older: Readonly<Record<string, number>>;
}

/** Which fields the receiver changed, when, and what it replaced there. */
export interface History {
  readonly [field: string]: FieldPast;
}

/** Earlier values that are remembered of each field: enough for forms that are open for long. */
const MAX_OLDER = 40;
/** A past value needs no more than this to be recognised, and a stream's row is read often. */
const SHORT = 16;

const shortHash = (hash: string): string => hash.slice(0, SHORT);

/**
 * The history after fields were written.
 * @param replaced the hashes of what was in each written field before.
 * @param at a time before the write, so that who read what was written did so after it.
 */
export function remember(
  history: History,
  replaced: Readonly<Record<string, readonly string[]>>,
  at: number,
): History {
  const next: Record<string, FieldPast> = { ...history };
  for (const [field, hashes] of Object.entries(replaced)) {
    const older = { ...history[field]?.older };
    for (const hash of hashes) older[shortHash(hash)] = at;
    const newest = Object.entries(older).sort(([, a], [, b]) => b - a);
    next[field] = { since: at, older: Object.fromEntries(newest.slice(0, MAX_OLDER)) };
  }
  return next;
}

/** What somebody saves, and what is known of it. */
export interface Saved {
  /** The values that are saved, of the fields that the feed fills. */
  values: Fields;
  /** What is there now of these fields: who saves the same changes nothing. */
  current?: Fields;
  /** The time of the entry that was opened to be edited; null when the client does not tell. */
  openedAt: number | null;
  /** Fields that the client saw at another time than the rest. */
  fieldsSeenAt?: Readonly<Record<string, number>>;
  /** Whether it says more than these values: then it is a form's, which sends all that it has. */
  saysMore: boolean;
}

/** What of a save is nobody's change. */
export interface StaleSave {
  /** Fields that are saved as they were before the receiver changed them. */
  stale: string[];
  /** Fields that a person changed without having seen what the receiver had made of them. */
  unseen: string[];
}

/**
 * Tells what a person changed from what their form only had in it since before a delivery came.
 * A value that the receiver had replaced before the form was opened was put back on purpose. Where
 * nobody says when that was, the form shows it: it has the newest value of some field, so it is
 * younger than that.
 * @param base hashes of what the receiver wrote last.
 */
export function staleIn(
  { values, current = {}, openedAt, fieldsSeenAt = {}, saysMore }: Saved,
  history: History,
  base: Hashes,
): StaleSave {
  const fields = Object.keys(values).map((field) => {
    const hash = fingerprint(values[field]);
    const past = history[field];
    const isOurs = base[field] === hash;
    const isSame = field in current && fingerprint(current[field]) === hash;
    const before = past?.older[shortHash(hash)];
    const replacedAt = isOurs || isSame ? undefined : before;
    return { field, past, isOurs, isSame, replacedAt, isFirst: before === undefined };
  });
  const untouched = fields.filter(({ isOurs }) => isOurs);
  // Who sends nothing but what is to change, means it.
  if (openedAt === null && untouched.length === 0 && !saysMore) return { stale: [], unseen: [] };
  // A value that came back says nothing: a form from before it went has it as well.
  const telling = untouched.filter(({ isFirst }) => isFirst);
  const opened = openedAt ?? Math.max(0, ...telling.map(({ past }) => past?.since ?? 0));
  const stale = fields.filter(
    ({ field, replacedAt }) => (replacedAt ?? -Infinity) > (fieldsSeenAt[field] ?? opened),
  );
  if (stale.length === 0 && openedAt === null) return { stale: [], unseen: [] };
  // Without the client's word, the form was opened before the first value that it lacks was written.
  const before = openedAt ?? Math.min(...stale.map(({ replacedAt = 0 }) => replacedAt - 1));
  const unseen = fields.filter(
    ({ field, isOurs, isSame, replacedAt, past }) =>
      !isOurs &&
      !isSame &&
      replacedAt === undefined &&
      past &&
      past.since > (fieldsSeenAt[field] ?? before),
  );
  return { stale: stale.map(({ field }) => field), unseen: unseen.map(({ field }) => field) };
}

/**
 * Fields in which a person put the value back that the receiver wrote last, in the place of their own:
 * it is theirs, unless the feed still says the same.
 * @param base hashes of what the receiver wrote last.
 */
export const putBack = (values: Fields, current: Fields, base: Hashes): string[] =>
  Object.keys(values).filter(
    (field) =>
      fingerprint(values[field]) === base[field] && fingerprint(current[field]) !== base[field],
  );

/** When somebody saw an entry, in epoch ms. */
export interface Seen {
  openedAt: number;
  /** Fields that they saw at another time than the rest. */
  fieldsSeenAt?: Readonly<Record<string, number>>;
}

/** The fields that the receiver changed after somebody saw them, and when. */
export const changedSince = (
  history: History,
  { openedAt, fieldsSeenAt = {} }: Seen,
): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(history).flatMap(([field, { since }]) =>
      since > (fieldsSeenAt[field] ?? openedAt) ? [[field, since] as const] : [],
    ),
  );
