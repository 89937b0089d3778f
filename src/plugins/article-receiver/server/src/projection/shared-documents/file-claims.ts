import { fingerprint } from '../merge/fingerprint';
import { isEmptyValue } from '../merge/is-nothing';
import type { Fields } from '../merge/merge';
import { compareStamps, type Registers, type Stamp } from './registers';

/** What an article says of a file that several articles may have. */
interface Claim {
  /** Place of the first of its deliveries that brought the file. */
  first: Stamp;
  /** Place of the newest, which says what follows. */
  newest: Stamp;
  /** Null where an earlier version did not keep it. */
  values: Fields | null;
}

/** What articles say of a file, by the article's id. */
export interface Claims {
  readonly [articleId: string]: Claim;
}

/** Articles that are remembered: any of them becomes the first only if older ones are unheard of. */
const MAX_CLAIMS = 20;
/** The article of a file from before there were claims. */
const UNKNOWN = '';
const BEFORE_ALL: Stamp = [0, 0, 0];

/** What a file had before there were claims belongs to the article that had the last word. */
export function claimsBefore(registers: Registers): Claims {
  const [newest] = Object.values(registers)
    .map(({ stamp }) => stamp)
    .sort((a, b) => compareStamps(b, a));
  return newest ? { [UNKNOWN]: { first: BEFORE_ALL, newest, values: null } } : {};
}

/** An article's id is the service's: it may be a name that every object has. */
const claimOf = (claims: Claims, articleId: string): Claim | undefined =>
  Object.hasOwn(claims, articleId) ? claims[articleId] : undefined;

/** Whether a delivery says nothing that the claims do not have. */
export function isClaimed(claims: Claims, articleId: string, stamp: Stamp): boolean {
  const claim = claimOf(claims, articleId);
  if (!claim?.values) return false;
  return compareStamps(claim.first, stamp) <= 0 && compareStamps(stamp, claim.newest) <= 0;
}

/** The claims once a delivery was heard. */
export function heard(claims: Claims, articleId: string, stamp: Stamp, values: Fields): Claims {
  const { [UNKNOWN]: unknown, ...known } = claims;
  const isUnknowns = unknown !== undefined && compareStamps(unknown.newest, stamp) === 0;
  const before = isUnknowns ? unknown : claimOf(known, articleId);
  const isNewest = !before?.values || compareStamps(stamp, before.newest) > 0;
  const claim: Claim = {
    first: before && compareStamps(before.first, stamp) < 0 ? before.first : stamp,
    newest: before && !isNewest ? before.newest : stamp,
    values: before && !isNewest ? before.values : values,
  };
  const all = Object.entries({
    ...known,
    ...(unknown && !isUnknowns ? { [UNKNOWN]: unknown } : {}),
    [articleId]: claim,
  });
  all.sort(([, a], [, b]) => compareStamps(a.first, b.first));
  return Object.fromEntries(all.slice(0, MAX_CLAIMS));
}

/** The claim of the article that brought the file first, in the order of all deliveries. */
export function firstOf(claims: Claims): Claim | undefined {
  return Object.values(claims).sort((a, b) => compareStamps(a.first, b.first))[0];
}

/**
 * What is to be written to a file: what the article says that brought it first, less what an editor
 * changed. Another article that has the same file does not rewrite it.
 * @param current the file's values.
 */
export function mergeClaims(
  claims: Claims,
  current: Fields | null,
  registers: Registers,
  mode: 'keep' | 'overwrite',
): { write: Fields; registers: Registers } {
  const write: Fields = {};
  const next: Registers = { ...registers };
  const first = firstOf(claims);
  for (const [field, value] of Object.entries(first?.values ?? {})) {
    const hash = fingerprint(value);
    const register = registers[field];
    const present = fingerprint(current?.[field]);
    const isEdited = register ? present !== register.hash : !isEmptyValue(current?.[field]);
    if (present !== hash && (!isEdited || mode === 'overwrite')) write[field] = value;
    next[field] = { hash, stamp: first?.newest ?? BEFORE_ALL };
  }
  return { write, registers: next };
}
