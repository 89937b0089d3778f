import { staleIn, type History, type Saved } from '../merge/field-history';
import type { Registers } from './registers';

/**
 * Fields of a document that several articles share that are saved as they were before a delivery
 * changed them: the form was opened before that, and sends all that it has. Who sends nothing else, or
 * has seen what the delivery wrote, means it.
 */
export function staleInShared(
  saved: Omit<Saved, 'saysMore'>,
  { registers, history }: { registers: Registers; history: History },
): string[] {
  const base = Object.fromEntries(
    Object.entries(registers).map(([field, { hash }]) => [field, hash]),
  );
  return staleIn({ ...saved, saysMore: false }, history, base).stale;
}
