import type { Core } from '@strapi/types';
import { having } from '../../database/columns';
import { TABLES } from '../../database/tables';
import { rows } from '../../database/rows';
import type { DeliveryRow } from './delivery-row';
import type { Filter } from './filters';
import { isSameWord, parkedWord, type ParkedWord } from './parked-word';

const PAGE = 200;

/** Deliveries by which streams are found together; where there are more, each stream is asked for by itself. */
const MAX_AT_ONCE = 1_000;

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
   * is now. Such a first one may be in quarantine, where another one of its stream is not: one of which all that are
   * selected are there has no turn.
   */
  async firstsOfStreams(filter: Filter, page: readonly DeliveryRow[]): Promise<InStream[]> {
    const firsts = new Map<string, InStream>();
    for (const row of having(page, 'streamKey')) {
      if (!firsts.has(row.streamKey)) firsts.set(row.streamKey, row);
    }
    const earlier = { $and: [filter, { id: { $lt: page[0]?.id } }] };
    for (const streamKey of await this.streamsIn(earlier, [...firsts.keys()]))
      firsts.delete(streamKey);
    const kept = [...firsts.values()].filter(({ state }) => state === 'quarantined');
    const usable = { $and: [filter, { state: { $ne: 'quarantined' } }] };
    const inUse = await this.streamsIn(
      usable,
      kept.map(({ streamKey }) => streamKey),
    );
    return [...firsts.values()].filter((row) => !kept.includes(row) || inUse.has(row.streamKey));
  }

  /** Which of some streams have a delivery that a filter selects. */
  private async streamsIn(filter: Filter, streamKeys: readonly string[]): Promise<Set<string>> {
    if (streamKeys.length === 0) return new Set();
    const of = (keys: readonly string[]) => ({ $and: [{ streamKey: { $in: keys } }, filter] });
    const found = await this.rows.findMany({
      where: of(streamKeys),
      select: ['streamKey'],
      limit: MAX_AT_ONCE,
    });
    const streams = new Set(found.map(({ streamKey }) => streamKey ?? ''));
    if (found.length < MAX_AT_ONCE) return streams;
    for (const streamKey of streamKeys) {
      if (!streams.has(streamKey) && (await this.rows.count({ where: of([streamKey]) })) > 0)
        streams.add(streamKey);
    }
    return streams;
  }

  /**
   * Every stream with a selected delivery that is not in quarantine, once, page by page: each as its first selected
   * delivery.
   * @param pageSize deliveries of which a page is made; most pages have fewer streams.
   * @param after a position of the log: streams that were selected up to there are left out.
   */
  async *streams(filter: Filter, pageSize: number, after = 0): AsyncGenerator<InStream[]> {
    for await (const page of this.inOrder(filter, pageSize, after)) {
      yield this.firstsOfStreams(filter, page);
    }
  }
}
