import { isRecord, recordOf } from '../../../../shared/records';
import type { Row } from './read-entry';

/**
 * Changes of a relation as a form gives them, with no place that is beside an entry to which the relation does not
 * lead any more: what was to go there goes to the end.
 * @param present the entries to which the relation leads now.
 */
export function placeable(value: unknown, present: readonly Row[]): unknown {
  const changes = recordOf(value);
  if (!Array.isArray(changes.connect)) return value;
  const connect: unknown[] = changes.connect;
  const there = new Set([...present, ...connect].flatMap(namesOf));
  const isGone = (beside: unknown) => beside !== undefined && !there.has(String(beside));
  const placed = connect.map((entry) => {
    const { before, after } = recordOf(recordOf(entry).position);
    return isGone(before) || isGone(after)
      ? { ...recordOf(entry), position: { end: true } }
      : entry;
  });
  return { ...changes, connect: placed };
}

/** By what a change may name an entry. */
const namesOf = (entry: unknown): string[] =>
  (isRecord(entry) ? [entry.documentId, entry.id] : [entry]).flatMap((name) =>
    name === undefined ? [] : String(name),
  );
