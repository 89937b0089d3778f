import type { Core } from '@strapi/types';
import { LEFT_OUT } from './filters';
import {
  DELIVERY_STATES,
  SETTLED_STATES,
  type DeliveryState,
} from '../../../../shared/deliveries/deliveries';
import type { Counted } from '../../../../shared/deliveries/statistics';
import { amount, read } from '../../database/columns';
import { COLUMNS, TABLES } from '../../database/tables';
import { rows } from '../../database/rows';
import { table } from '../../database/sql';
import { recordByWord } from '../../../../shared/records';

/** How many deliveries there are, by state: the one count for pages, monitors and the command line. */
export class Counts {
  constructor(private readonly strapi: Core.Strapi) {}

  private get rows() {
    return rows(this.strapi, TABLES.delivery);
  }

  /** Deliveries by state: the one count of the log, for pages, monitors and the command line. */
  async all(): Promise<Counted> {
    const counted = await read(
      table(this.strapi, TABLES.delivery).select('state').count({ count: '*' }).groupBy('state'),
      { state: COLUMNS[TABLES.delivery].state, count: amount },
    );
    const found = new Map(counted.map(({ state, count }) => [state, count]));
    const out = new Map<DeliveryState, number>(await this.left());
    out.set('quarantined', await this.rows.count({ where: LEFT_OUT.$or[0] }));
    return countedFrom(
      ofEachState((state) => found.get(state) ?? 0),
      ofEachState((state) => out.get(state) ?? 0),
    );
  }

  /**
   * Settled deliveries that somebody left as they are. Looked for by when that was: by their state too, SQLite
   * would read all of a state, for it does not know that most of a log is in one.
   */
  private async left(): Promise<[DeliveryState, number][]> {
    const sums = SETTLED_STATES.map((state) => this.sumOf(state, 'state = ?', state));
    const [row] = await read(
      table(this.strapi, TABLES.delivery)
        .where('left_at', '>', 0)
        .select(...sums),
      Object.fromEntries(SETTLED_STATES.map((state) => [state, amount])),
    );
    return SETTLED_STATES.map((state) => [state, row?.[state] ?? 0]);
  }

  private sumOf(name: string, condition: string, ...values: string[]) {
    const sum = `sum(case when ${condition} then 1 else 0 end) as ??`;
    return this.strapi.db.connection.raw(sum, [...values, name]);
  }

  /**
   * Deliveries that arrived in a span of time, by state. Added up and not grouped: SQLite would
   * walk the whole table in the order of the groups.
   * @param from epoch ms. @param to epoch ms, not included.
   */
  async arrived({ from, to }: { from: number; to: number }): Promise<Counted> {
    const sums = DELIVERY_STATES.flatMap((state) => {
      const left = state === 'quarantined' ? 'discarded_at' : 'left_at';
      return [
        this.sumOf(state, 'state = ?', state),
        this.sumOf(outOf(state), 'state = ? and ?? is not null', state, left),
      ];
    });
    const names = DELIVERY_STATES.flatMap((state) => [state, outOf(state)]);
    const [row] = await read(
      table(this.strapi, TABLES.delivery)
        .where('received_at', '>=', from)
        .where('received_at', '<', to)
        .select(...sums),
      Object.fromEntries(names.map((name) => [name, amount])),
    );
    const number = (name: string) => row?.[name] ?? 0;
    const leaves: readonly DeliveryState[] = ['quarantined', ...SETTLED_STATES];
    return countedFrom(
      ofEachState(number),
      ofEachState((state) => (leaves.includes(state) ? number(outOf(state)) : 0)),
    );
  }
}

const ofEachState = (count: (state: DeliveryState) => number): Record<DeliveryState, number> =>
  recordByWord(DELIVERY_STATES, count);

const countedFrom = (
  all: Record<DeliveryState, number>,
  out: Record<DeliveryState, number>,
): Counted => ({
  counts: ofEachState((state) => all[state] - out[state]),
  leftOut: DELIVERY_STATES.reduce((sum, state) => sum + out[state], 0),
});

const outOf = (state: DeliveryState): string => `${state}_out`;
