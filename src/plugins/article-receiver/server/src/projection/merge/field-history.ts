import { UNSEEN, type Fields, type Hashes } from './merge';
import { fingerprint } from './fingerprint';
import { hasValueOf } from './is-nothing';

/** What the receiver wrote into a field and what it replaced there. Times in epoch ms. */
interface FieldPast {
  /** When the value that it wrote last was written. */
  since: number;
  /** When each earlier value was replaced, by the value's short hash. */
  older: Readonly<Record<string, number>>;
  /** Which of these had been a person's value, given up for the feed's. */
  theirs?: readonly string[];
}

/** Which fields the receiver changed, when, and what it replaced there. */
export interface History {
  readonly [field: string]: FieldPast;
}

/** Earlier values that are remembered of each field: enough for forms that are open for long. */
const MAX_OLDER = 40;
/** Digits of a short hash: enough to recognise an earlier value, and a stream's row is read often. */
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
    const known = hashes.map(shortHash);
    const past = history[field] ?? { since: at, older: {} };
    const older = newestOf({ ...past.older, ...timesOf(known, at) });
    const theirs = past.theirs?.filter((hash) => hash in older && !known.includes(hash));
    next[field] = { since: at, older, ...(theirs?.length ? { theirs } : {}) };
  }
  return next;
}

const timesOf = (hashes: readonly string[], at: number): Record<string, number> =>
  Object.fromEntries(hashes.map((hash) => [hash, at]));

const newestOf = (older: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(older)
      .sort(([, a], [, b]) => b - a)
      .slice(0, MAX_OLDER),
  );

/** The history after a person gave up their value of a field, known by its hash, for the feed's. */
export function giveUp(history: History, field: string, hash: string, at: number): History {
  const short = shortHash(hash);
  const { older = {}, theirs = [] } = history[field] ?? {};
  const next = remember(history, { [field]: [hash] }, at);
  const wasOurs = short in older && !theirs.includes(short);
  if (wasOurs) return next;
  const others = theirs.filter((known) => known !== short);
  return { ...next, [field]: { ...(next[field] as FieldPast), theirs: [...others, short] } };
}

/**
 * The history after values of the feed were published. When somebody discards their changes, these come back
 * into the draft and are the feed's, even if a person had given up the same value before. It says nothing of
 * forms that are open.
 * @param hashes the hash of each field's value.
 */
export function putOut(history: History, hashes: Hashes): History {
  const next: Record<string, FieldPast> = { ...history };
  for (const [field, hash] of Object.entries(hashes)) {
    const short = shortHash(hash);
    const { since, older, theirs = [] } = history[field] ?? { since: 0, older: {} };
    const others = theirs.filter((known) => known !== short);
    next[field] = {
      since,
      older: newestOf({ [short]: 0, ...older }),
      ...(others.length > 0 ? { theirs: others } : {}),
    };
  }
  return next;
}

/**
 * The merge's base after a person discarded their changes, so that the draft is what is published. Values of the
 * feed that came back may be replaced by newer ones; values that a person had published stay theirs, and the
 * feed's newer ones are offered.
 */
export function baseAfterDrop(
  { before, after }: { before: Fields; after: Fields },
  base: Hashes,
  history: History,
): Hashes {
  const next = { ...base };
  for (const [field, written] of Object.entries(base)) {
    const [had, has] = [fingerprint(before[field]), fingerprint(after[field])];
    if (has === had || has === written) continue;
    if (isFormer(history[field], has)) next[field] = has;
    else if (had === written) next[field] = UNSEEN;
  }
  return next;
}

/** Whether a field has an earlier value of the feed's again. */
function isFormer(past: FieldPast | undefined, hash: string): boolean {
  const { older = {}, theirs = [] } = past ?? {};
  return shortHash(hash) in older && !theirs.includes(shortHash(hash));
}

/**
 * The fields in which something done elsewhere brought back a value that the feed had replaced, with the hash of
 * that value. A value that a person had put back before stays theirs.
 * @param written hashes of what the projection had written last: before that was done, and by now.
 */
export const broughtBack = (
  { before, after }: { before: Fields; after: Fields },
  written: { before: Hashes; now: Hashes },
  history: History,
): Hashes =>
  Object.fromEntries(
    Object.keys(after).flatMap((field) => {
      const [had, has] = [fingerprint(before[field]), fingerprint(after[field])];
      const isPersons = has === had && had !== written.before[field];
      const isBack = !isPersons && has !== written.now[field] && isFormer(history[field], has);
      return isBack ? [[field, has] as const] : [];
    }),
  );

/**
 * The fields of an entry that have a value which the receiver replaced after the entry was last changed, and when:
 * such an entry comes from a backup, and nobody put the value back.
 * @param changedAt epoch ms.
 */
export const cameBack = (
  values: Fields,
  changedAt: number,
  history: History,
): ReadonlyMap<string, number> =>
  new Map(
    Object.entries(history).flatMap(([field, { older, theirs = [] }]) => {
      const isLater = Object.values(older).some((time) => time > changedAt);
      if (!isLater || !(field in values)) return [];
      const short = shortHash(fingerprint(values[field]));
      const replacedAt = older[short] ?? 0;
      return replacedAt > changedAt && !theirs.includes(short)
        ? [[field, replacedAt] as const]
        : [];
    }),
  );

/** A save by somebody, and what is known of it. */
export interface Saved {
  /** The values that are saved, of the fields that the feed fills. */
  values: Fields;
  /** What is there now of these fields: who saves the same changes nothing. */
  current?: Fields;
  /** Of fields that a form sends in part, the part that it sent: by that, too, it is remembered what was replaced. */
  sent?: Fields;
  /** The time of the entry that was opened to be edited; null when the client does not tell. */
  openedAt: number | null;
  /** Fields that the client saw at another time than the rest. */
  fieldsSeenAt?: Readonly<Record<string, number>>;
  /** Whether it says more than these values: then it is a form's, which sends all that it has. */
  saysMore: boolean;
}

/** The parts of a save that are no deliberate change. */
export interface StaleSave {
  /** Fields that are saved as they were before the receiver changed them. */
  stale: string[];
  /** Fields that a person changed without having seen what the receiver had made of them. */
  unseen: string[];
}

/**
 * Tells what a person changed from what their form merely still contained when a delivery came. A value that the
 * receiver had replaced before the form was opened was put back on purpose. Where the client does not say when it
 * was opened, the form itself tells: it is younger than the newest value that it has.
 * @param base hashes of what the receiver wrote last.
 */
export function staleIn(
  { values, current = {}, sent = {}, openedAt, fieldsSeenAt = {}, saysMore }: Saved,
  history: History,
  base: Hashes,
): StaleSave {
  const fields = Object.keys(values).map((field) => {
    const hash = fingerprint(values[field]);
    const past = history[field];
    const isOurs = base[field] === hash;
    const isSame = field in current && hasValueOf(current[field], hash);
    // A value that was published but never replaced in a draft is in no form.
    const replaced = (known: string) => past?.older[shortHash(known)] || undefined;
    const asSent = field in sent ? replaced(fingerprint(sent[field])) : undefined;
    // What a form does not say may be as in an older value: it has the newest of those that it may be.
    const before = latest(replaced(hash), asSent);
    const replacedAt = isOurs || isSame ? undefined : before;
    return { field, past, isOurs, isSame, replacedAt, isFirst: before === undefined };
  });
  const untouched = fields.filter(({ isOurs }) => isOurs);
  // A client that sends nothing but its changes means them.
  if (openedAt === null && untouched.length === 0 && !saysMore) return { stale: [], unseen: [] };
  // A value that came back proves nothing: a form from before it was replaced has it as well.
  const telling = untouched.filter(({ isFirst }) => isFirst);
  const opened = openedAt ?? Math.max(0, ...telling.map(({ past }) => past?.since ?? 0));
  const stale = fields.filter(
    ({ field, replacedAt }) => (replacedAt ?? -Infinity) > (fieldsSeenAt[field] ?? opened),
  );
  if (stale.length === 0 && openedAt === null) return { stale: [], unseen: [] };
  // Otherwise the form was opened before the first value that it lacks was written.
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

const latest = (...times: (number | undefined)[]): number | undefined => {
  const known = times.filter((time) => time !== undefined);
  return known.length > 0 ? Math.max(...known) : undefined;
};

/**
 * The fields in which a person replaced their own value by the one that the receiver wrote last: it counts as
 * theirs, unless the feed still says the same.
 * @param base hashes of what the receiver wrote last.
 */
export const fieldsPutBack = (values: Fields, current: Fields, base: Hashes): string[] =>
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
