import type { Core } from '@strapi/types';
import { TABLES } from '../event-log/models';
import { columns, databaseTime, table } from '../event-log/sql';

/**
 * Takes a named right for a while, so that scheduled work is done once however many instances of
 * the site there are: Strapi's cron fires on each of them.
 * @returns whether this instance has it now.
 */
export async function takeLease(strapi: Core.Strapi, name: string, ms: number): Promise<boolean> {
  await table(strapi, TABLES.lease)
    .insert(columns({ name, heldUntil: 0 }))
    .onConflict('name')
    .ignore();
  const taken: number = await table(strapi, TABLES.lease)
    .where({ name })
    .where('held_until', '<=', databaseTime(strapi))
    .update(columns({ heldUntil: databaseTime(strapi, ms) }));
  return taken > 0;
}

/**
 * Does work that one instance is to do at a time, where no other has it; gives it back afterwards.
 * @param ms how long it is this instance's at most: then another takes over, should this one hang.
 */
export async function withLease(
  strapi: Core.Strapi,
  name: string,
  ms: number,
  work: () => Promise<void>,
): Promise<void> {
  if (!(await takeLease(strapi, name, ms))) return;
  const held = (await table(strapi, TABLES.lease).where({ name }).first('held_until')) as
    { held_until: number | string } | undefined;
  try {
    await work();
  } finally {
    // Not what another one may have by now.
    await table(strapi, TABLES.lease)
      .where({ name, held_until: held?.held_until ?? null })
      .update(columns({ heldUntil: 0 }));
  }
}
