import type { Core } from '@strapi/types';
import type { QuarantineRoom } from '../../../shared/retention';
import { optionsOf } from '../config/site-options';
import { amount, read } from '../database/columns';
import { TABLES } from '../database/models';
import { table } from '../database/sql';

/** What waits in quarantine for somebody's decision, and the room that there is for it. */
export async function quarantineRoom(strapi: Core.Strapi): Promise<QuarantineRoom> {
  const [row] = await read(
    table(strapi, TABLES.delivery)
      .where({ state: 'quarantined' })
      .whereNull('discarded_at')
      .sum({ bytes: 'byte_size' }),
    { bytes: amount },
  );
  const { quarantineBytes } = optionsOf(strapi).retention;
  return { bytes: row?.bytes ?? 0, maxBytes: quarantineBytes };
}
