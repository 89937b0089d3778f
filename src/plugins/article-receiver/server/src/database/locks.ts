import { createHash } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { TABLES } from './models';
import { insertNew, lockRow, table } from './sql';
import { repeated } from './transaction';

/**
 * Turns are claims for the length of a transaction: rows that transactions lock because what they are about has no row of its own yet: a
 * slug that nobody has, a folder that is not there. Without them two instances would both find it
 * free and both take it.
 */

/** How many turns the slugs of one kind share; few enough rows, many enough not to meet often. */
const SLUG_TURNS = 256;

/** What a numbered slug has in common with the one that it was numbered after. */
const STEM_CHARACTERS = 100;

/** Makes sure that turns have their rows. Not inside a transaction. */
export async function openTurns(strapi: Core.Strapi, names: readonly string[]): Promise<void> {
  const known: string[] = await table(strapi, TABLES.lease).whereIn('name', names).pluck('name');
  for (const name of new Set(names)) {
    if (known.includes(name)) continue;
    await repeated(() => insertNew(strapi, TABLES.lease, { name }, 'name'));
  }
}

/**
 * Waits for turns and keeps them for the rest of the transaction. To be taken before the
 * transaction's first plain read (see `lockStream`).
 */
export async function takeTurns(
  strapi: Core.Strapi,
  trx: Knex.Transaction,
  names: readonly string[],
): Promise<void> {
  // In one order everywhere, and one by one: so nobody waits for somebody who waits for him.
  for (const name of [...new Set(names)].sort()) {
    await lockRow(strapi, trx, TABLES.lease, { name }, ['id']);
  }
}

/**
 * The turn for choosing a slug: the same one for `top`, `top-2` and all others after `top`.
 * @param kind what has the slug.
 */
export function slugTurn(kind: 'article' | 'tag', slug: string): string {
  const stem = slug.replace(/(-\d{1,5})+$/, '').slice(0, STEM_CHARACTERS);
  const number = createHash('sha256').update(stem).digest().readUInt32BE() % SLUG_TURNS;
  return `slug ${kind} ${number}`;
}
