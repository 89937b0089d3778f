import type { Core } from '@strapi/types';
import { having } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows } from '../../database/rows';
import type { DeliveryRow } from './delivery-row';
import type { Filter } from './filters';
import { isSameWord, parkedWord, type ParkedWord } from './parked-word';

const PAGE = 200;

/** Deliveries of streams that were there before; where there are more, each stream is asked by itself. */
const MAX_EARLIER = 1_000;

/** A delivery that belongs to a stream. */
type InStream = DeliveryRow & { streamKey: string };

/** The deliveries that a filter selects: all of them, however long the log is. */
export class SelectedDeliveries {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.delivery);
  }

  count(filter: Filter): Promise<number> {
    return this.rows.count({ where: filter });
  }

  /** The next ones after a position of the log, in its order. */
  async next(filter: Filter, after: number, limit: number): Promise<DeliveryRow[]> {
    return this.rows.findMany({
      where: { $and: [filter, { id: { $gt: after } }] },
      orderBy: { id: 'asc' },
      limit,
    });
  }

  /** In the order of the log, from behind a position of it, a page at a time. */
  async *inOrder(filter: Filter, pageSize = PAGE, after = 0): AsyncGenerator<DeliveryRow[]> {
    for (let position = after; ;) {
      const page = await this.next(filter, position, pageSize);
      const last = page.at(-1);
      if (!last) return;
      yield page;
      position = last.id;
    }
  }

  /**
   * Newest first, a page at a time. Pages are found by position, not by counting: a row that arrives
   * or changes its state meanwhile shifts nothing, and none comes twice.
   */
  async *newestFirst(filter: Filter): AsyncGenerator<DeliveryRow[]> {
    for (let before: number | null = null; ;) {
      const page: DeliveryRow[] = await this.rows.findMany({
        where: before === null ? filter : { $and: [filter, { id: { $lt: before } }] },
        orderBy: { id: 'desc' },
        limit: PAGE,
      });
      const last = page.at(-1);
      if (!last) return;
      yield page;
      before = last.id;
    }
  }

  /** The parked ones that wait for a decision on a word, in any case, newest first. */
  async *parkedOn(word: ParkedWord): AsyncGenerator<DeliveryRow> {
    for await (const page of this.newestFirst({ state: 'parked' })) {
      for (const row of page) if (isSameWord(word, parkedWord(row))) yield row;
    }
  }

  /**
   * Of a page of selected deliveries, those that are the first of their streams: then the stream's turn
   * is now.
   */
  async firstsOfStreams(filter: Filter, page: readonly DeliveryRow[]): Promise<InStream[]> {
    const streams = new Map<string, InStream>();
    for (const row of having(page, 'streamKey')) {
      if (!streams.has(row.streamKey)) streams.set(row.streamKey, row);
    }
    if (streams.size === 0) return [];
    const before = (streamKeys: readonly string[]) => {
      const earlier = { streamKey: { $in: streamKeys }, id: { $lt: page[0]?.id } };
      return { where: { $and: [filter, earlier] } };
    };
    const seen = await this.rows.findMany({
      ...before([...streams.keys()]),
      select: ['streamKey'],
      limit: MAX_EARLIER,
    });
    for (const { streamKey } of seen) streams.delete(streamKey ?? '');
    if (seen.length < MAX_EARLIER) return [...streams.values()];
    for (const streamKey of [...streams.keys()]) {
      if ((await this.rows.count(before([streamKey]))) > 0) streams.delete(streamKey);
    }
    return [...streams.values()];
  }

  /**
   * Every stream with a selected delivery, once, page by page: each as its first selected delivery.
   * @param pageSize deliveries of which a page is made; most pages have fewer streams.
   * @param after a position of the log: streams that were selected up to there are left out.
   */
  async *streams(filter: Filter, pageSize: number, after = 0): AsyncGenerator<InStream[]> {
    for await (const page of this.inOrder(filter, pageSize, after)) {
      yield this.firstsOfStreams(filter, page);
    }
  }
}
