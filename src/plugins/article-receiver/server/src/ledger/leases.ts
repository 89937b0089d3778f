import type { Core } from '@strapi/types';
import { TABLES } from '../event-log/models';
import { columns, table } from '../event-log/sql';

/**
 * Takes a named right for a while, so that scheduled work is done once however many instances of
 * the site there are: Strapi's cron fires on each of them.
 * @returns whether this instance has it now.
 */
export async function takeLease(strapi: Core.Strapi, name: string, ms: number): Promise<boolean> {
  const now = Date.now();
  await table(strapi, TABLES.lease)
    .insert(columns({ name, heldUntil: 0 }))
    .onConflict('name')
    .ignore();
  const taken: number = await table(strapi, TABLES.lease)
    .where({ name })
    .where('held_until', '<', now)
    .update(columns({ heldUntil: now + ms }));
  return taken > 0;
}
