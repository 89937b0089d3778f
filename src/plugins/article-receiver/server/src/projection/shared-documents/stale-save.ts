import { fingerprint } from '../merge/fingerprint';
import { staleIn, type History, type Saved } from '../merge/field-history';
import type { Fields } from '../merge/merge';
import type { Registers } from './registers';

/** What is remembered of a document that was written. */
interface Written {
  registers: Registers;
  history: History;
}

/**
 * Fields of a document that several articles share that are saved as they were before a delivery
 * changed them: the form was opened before that, and sends all that it has. Who sends nothing else, or
 * has seen what the delivery wrote, means it.
 */
export function staleInShared(
  saved: Omit<Saved, 'saysMore'>,
  { registers, history }: Written,
): string[] {
  return staleIn({ ...saved, saysMore: false }, history, hashesOf(registers)).stale;
}

/**
 * The same of a file, whose dialog says nothing of when it was opened. Where one value alone is another
 * than what is there, it is meant: somebody who saves a dialog has changed something in it.
 * @param info all that is said of the file; where nothing is said of a text, that stays.
 */
export function staleInFile(
  info: Fields,
  current: Fields,
  { registers, history }: Written,
): string[] {
  const isSaid = ([, value]: [string, unknown]) => value !== undefined && value !== null;
  const said = Object.entries(info).filter(isSaid);
  const changes = said.filter(
    ([field, value]) => fingerprint(value) !== fingerprint(current[field]),
  );
  if (changes.length < 2) return [];
  const values = Object.fromEntries(said.filter(([field]) => field in registers));
  const saved = { values, current, openedAt: null, saysMore: true };
  return staleIn(saved, history, hashesOf(registers)).stale;
}

const hashesOf = (registers: Registers) =>
  Object.fromEntries(Object.entries(registers).map(([field, { hash }]) => [field, hash]));
