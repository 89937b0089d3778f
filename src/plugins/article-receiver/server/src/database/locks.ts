import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { TABLES } from './tables';
import { lockRows } from './rows';
import { insertMissing } from './sql';

/**
 * Locks by name, for the length of a transaction: rows that transactions lock because what they are
 * about has no row of its own yet, like a slug that nobody has or a folder that is not there.
 * Without them two instances would both find it free and both take it.
 */

/** How many locks the slugs of one kind share; few enough rows, many enough not to meet often. */
const SLUG_LOCKS = 256;

/** What a numbered slug has in common with the one that it was numbered after. */
const STEM_CHARACTERS = 100;

/**
 * Waits for locks and keeps them for the rest of the transaction. To be taken before the
 * transaction's first plain read (see `Streams.lock`).
 */
export async function takeLocks(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  names: readonly string[],
): Promise<void> {
  const wanted = [...new Set(names)].sort();
  if (wanted.length === 0) return;
  const lock = () => lockRows(strapi, trx, TABLES.lease, ['name', wanted], ['name']);
  const locked = await lock();
  if (locked.length === wanted.length) return;
  // Taken for the first time, and with it all of its kind: so that there are few first times.
  // Whoever makes the same rows at this moment is waited for.
  const rows = [...new Set(wanted.flatMap(allLike))].sort().map((name) => ({ name }));
  await insertMissing(strapi, trx, TABLES.lease, 'name', rows);
  await lock();
}

/**
 * The lock for choosing a slug: the same one for `top`, `top-2` and all others after `top`.
 * @param kind what has the slug.
 */
export function slugLock(kind: 'article' | 'tag', slug: string): string {
  const stem = slug.replace(/(-\d{1,5})+$/, '').slice(0, STEM_CHARACTERS);
  const number = createHash('sha256').update(stem).digest().readUInt32BE() % SLUG_LOCKS;
  return slugLockOf(kind, number);
}

const slugLockOf = (kind: string, number: number): string => `slug ${kind} ${number}`;

/** A lock, with all others of its kind. */
function allLike(name: string): string[] {
  const [, kind] = /^slug (\w+) \d+$/.exec(name) ?? [];
  if (kind === undefined) return [name];
  return Array.from({ length: SLUG_LOCKS }, (_, number) => slugLockOf(kind, number));
}
