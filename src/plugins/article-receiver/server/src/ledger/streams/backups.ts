import type { Core } from '@strapi/types';
import { TABLES } from '../../database/tables';
import { rows } from '../../database/rows';

const PIN = { pinKey: 'backup' };

/** When a backup of Strapi's was put in the place of the site's content. */
export class Backups {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.pin);
  }

  /** Keeps that one is put in place now. Joins the transaction that does so. */
  async note(): Promise<void> {
    await this.rows.deleteMany({ where: PIN });
    await this.rows.create({ data: { ...PIN, value: '', pinnedAt: Date.now() } });
  }

  /** When the last one was, in epoch ms; null when none ever was. */
  async last(): Promise<number | null> {
    const row = await this.rows.findOne({ where: PIN });
    return row?.pinnedAt ?? null;
  }
}
