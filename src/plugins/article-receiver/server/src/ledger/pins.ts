import type { Core } from '@strapi/types';
import { TABLES } from '../event-log/models';
import { columns, table } from '../event-log/sql';

/**
 * The value that a pin has, which the first one to ask settles for good. Of several at once, the
 * unique key decides.
 */
export async function pinned(strapi: Core.Strapi, pinKey: 'orgId', value: string): Promise<string> {
  const read = async () =>
    (await table(strapi, TABLES.pin).where(columns({ pinKey })).first('value')) as
      { value: string } | undefined;
  const known = await read();
  if (known) return known.value;
  await table(strapi, TABLES.pin)
    .insert(columns({ pinKey, value, pinnedAt: Date.now() }))
    .onConflict('pin_key')
    .ignore();
  return (await read())?.value ?? value;
}
