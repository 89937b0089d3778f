import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { TABLES } from '../../database/tables';
import { rows } from '../../database/rows';
import { columns, table } from '../../database/sql';

/**
 * `orgId`: whose deliveries are taken in; `queue`: whose Redis it is; `pages`: since when the pages of
 * published articles are known; `indexNow`: with which key and status IndexNow refused this site; `backup`:
 * when a backup of Strapi's was put in the place of the site's content; `imageFolder …`: which folder of the
 * Media Library was made, or taken, for the images under that name.
 */
export type PinKey = 'orgId' | 'queue' | 'pages' | 'indexNow' | 'backup' | `imageFolder ${string}`;

/** Values that are settled once, by whoever asks first. */
export class Pins {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.pin);
  }

  private findPin(pinKey: PinKey) {
    return this.rows.findOne({ select: ['value', 'pinnedAt'], where: { pinKey } });
  }

  /**
   * The value that a pin has, which the first one to ask settles for good. Of several at once, the
   * unique key decides.
   */
  async settle(pinKey: PinKey, value: string): Promise<string> {
    const read = () => this.findPin(pinKey);
    const known = await read();
    if (known) return known.value;
    await table(this.strapi, TABLES.pin)
      .insert(columns({ pinKey, value, pinnedAt: Date.now() }))
      .onConflict('pin_key')
      .ignore();
    return (await read())?.value ?? value;
  }

  /** What a pin remembers, and since when (epoch ms); null when nobody has asked for it yet. */
  async read(pinKey: PinKey): Promise<{ value: string; pinnedAt: number } | null> {
    const row = await this.findPin(pinKey);
    return row ? { value: row.value, pinnedAt: row.pinnedAt ?? 0 } : null;
  }

  /** Has a pin remember a value, in the place of what it did. */
  async keep(trx: Knex.Transaction, pinKey: PinKey, value: string): Promise<void> {
    await table(this.strapi, TABLES.pin, trx)
      .insert(columns({ pinKey, value, pinnedAt: Date.now() }))
      .onConflict('pin_key')
      .merge();
  }

  /** Has a pin remember now, in the place of what it did. Joins the caller's transaction. */
  async renew(pinKey: PinKey): Promise<void> {
    await this.rows.deleteMany({ where: { pinKey } });
    await this.rows.create({ data: { pinKey, value: '', pinnedAt: Date.now() } });
  }

  /** Forgets what a pin remembers: the next one to ask settles it anew. */
  async clear(pinKey: PinKey): Promise<void> {
    await table(this.strapi, TABLES.pin).where(columns({ pinKey })).delete();
  }
}
