import { createHash, randomUUID } from 'node:crypto';
import type { Core } from '@strapi/types';
import type { Knex } from 'knex';
import { TABLES } from '../../database/tables';
import { rows, type RowOf } from '../../database/rows';
import { columns, table } from '../../database/sql';
import { atHostOf } from './same-host';

const FIELDS = ['id', 'url', 'kind', 'mark', 'since', 'readyAt', 'failures'] as const;

/** In the place of failures: nobody looks at the page any more. */
const SET_ASIDE = -1;

/** An address of which search engines are to be told. */
export type AnnouncementRow = Pick<RowOf<typeof TABLES.announcement>, (typeof FIELDS)[number]>;

/** Addresses of which search engines are to be told. */
export class Announcements {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.announcement);
  }

  /** Writes down that an address is to be told; what was to be told of it before is not any more. */
  async announce(
    trx: Knex.Transaction,
    { url, kind, now }: { url: string; kind: 'present' | 'gone'; now: number },
  ): Promise<void> {
    // A page that is there is due once it was seen to answer; one that is gone may be told at once.
    const dueAt = kind === 'gone' ? now : null;
    const row = { url, kind, mark: randomUUID(), since: now, readyAt: null, dueAt, failures: 0 };
    await table(this.strapi, TABLES.announcement, trx)
      .insert(columns({ urlKey: keyOf(url), ...row }))
      .onConflict('url_key')
      .merge();
  }

  /** The page at an address answers: that may be told. */
  async ready(trx: Knex.Transaction, url: string, now: number): Promise<void> {
    await table(this.strapi, TABLES.announcement, trx)
      .where(columns({ urlKey: keyOf(url), kind: 'present' }))
      .whereNull('ready_at')
      .update(columns({ readyAt: now, dueAt: now, failures: 0 }));
  }

  /** The page at an address never answered: there is nothing to be told, unless somebody has it looked at again. */
  async setAside(trx: Knex.Transaction, url: string): Promise<void> {
    await table(this.strapi, TABLES.announcement, trx)
      .where(columns({ urlKey: keyOf(url), kind: 'present' }))
      .whereNull('ready_at')
      .update(columns({ failures: SET_ASIDE }));
  }

  /**
   * What is due now: addresses that may be told, or those of which it is not known yet.
   * @param longestMs what is due later than that was written by a clock that was wrong.
   */
  async due(what: {
    isReady: boolean;
    now: number;
    longestMs: number;
    limit: number;
  }): Promise<AnnouncementRow[]> {
    const { isReady, now, longestMs, limit } = what;
    return this.rows.findMany({
      select: FIELDS,
      where: {
        readyAt: { $notNull: isReady },
        $or: [{ dueAt: { $lte: now } }, { dueAt: { $gt: now + longestMs } }],
      },
      orderBy: { id: 'asc' },
      limit,
    });
  }

  /** Changes when something is told, unless it changed itself meanwhile. */
  async postpone(
    trx: Knex.Transaction,
    row: AnnouncementRow,
    change: { dueAt: number; readyAt?: number; failures: number },
  ): Promise<void> {
    await table(this.strapi, TABLES.announcement, trx).where(same(row)).update(columns(change));
  }

  /** Forgets what was told, unless it changed meanwhile. */
  async forget(trx: Knex.Transaction, told: readonly AnnouncementRow[]): Promise<void> {
    for (const row of told)
      await table(this.strapi, TABLES.announcement, trx).where(same(row)).delete();
  }

  /** Forgets what was to be told of the host of an address. */
  async forgetHost(trx: Knex.Transaction, url: string): Promise<void> {
    await table(this.strapi, TABLES.announcement, trx).where(atHostOf(url)).delete();
  }

  /** How many addresses have not been told yet, and may be by themselves. */
  count(): Promise<number> {
    return this.rows.count({ where: { failures: { $ne: SET_ASIDE } } });
  }
}

const keyOf = (url: string): string => createHash('sha256').update(url).digest('hex');

const same = ({ id, mark }: Pick<AnnouncementRow, 'id' | 'mark'>) => ({ id, mark });
