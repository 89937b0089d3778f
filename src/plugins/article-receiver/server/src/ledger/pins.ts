import type { Core } from '@strapi/types';
import { TABLES } from '../database/models';
import { findRow } from '../database/rows';
import { columns, table } from '../database/sql';

/**
 * `orgId`: whose deliveries are taken in; `queue`: whose Redis it is; `pages`: since when the pages of
 * published articles are known; `indexNow`: with which key and status IndexNow refused this site.
 */
type PinKey = 'orgId' | 'queue' | 'pages' | 'indexNow';

const findPin = (strapi: Core.Strapi, pinKey: PinKey) =>
  findRow(strapi, TABLES.pin, ['value', 'pinnedAt'], (pins) => pins.where(columns({ pinKey })));

/**
 * The value that a pin has, which the first one to ask settles for good. Of several at once, the
 * unique key decides.
 */
export async function pinned(strapi: Core.Strapi, pinKey: PinKey, value: string): Promise<string> {
  const read = () => findPin(strapi, pinKey);
  const known = await read();
  if (known) return known.value;
  await table(strapi, TABLES.pin)
    .insert(columns({ pinKey, value, pinnedAt: Date.now() }))
    .onConflict('pin_key')
    .ignore();
  return (await read())?.value ?? value;
}

/** What a pin remembers, and since when (epoch ms); null when nobody has asked for it yet. */
export async function readPin(
  strapi: Core.Strapi,
  pinKey: PinKey,
): Promise<{ value: string; pinnedAt: number } | null> {
  const row = await findPin(strapi, pinKey);
  return row ? { value: row.value, pinnedAt: row.pinnedAt ?? 0 } : null;
}

/** Forgets what a pin remembers: the next one to ask settles it anew. */
export async function clearPin(strapi: Core.Strapi, pinKey: PinKey): Promise<void> {
  await table(strapi, TABLES.pin).where(columns({ pinKey })).delete();
}
