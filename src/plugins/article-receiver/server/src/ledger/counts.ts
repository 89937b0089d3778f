import type { Core } from '@strapi/types';
import { DELIVERY_STATES, SETTLED_STATES, type DeliveryState } from '../../../shared/deliveries';
import type { Counted } from '../../../shared/statistics';
import { amount, read } from '../database/columns';
import { COLUMNS, TABLES } from '../database/models';
import { rows } from '../database/rows';
import { table } from '../database/sql';
import { recordOf } from '../work/record-of';

const deliveries = (strapi: Core.Strapi) => rows(strapi, TABLES.delivery);

/**
 * The deliveries that somebody decided against, as a filter of Strapi's query engine: what `leftOut`
 * counts everywhere.
 */
export const LEFT_OUT = {
  $or: [
    { state: 'quarantined', discardedAt: { $notNull: true } },
    { state: { $in: [...SETTLED_STATES] }, leftAt: { $notNull: true } },
  ],
};

/** The deliveries that are in a state and wait there, or are shown by it. */
export function inState(state: DeliveryState): Record<string, unknown> {
  if (state === 'quarantined') return { state, discardedAt: { $null: true } };
  const isSettled = SETTLED_STATES.some((settled) => settled === state);
  return isSettled ? { state, leftAt: { $null: true } } : { state };
}

const ofEachState = (count: (state: DeliveryState) => number): Record<DeliveryState, number> =>
  recordOf(DELIVERY_STATES, count);

const countedFrom = (
  all: Record<DeliveryState, number>,
  out: Record<DeliveryState, number>,
): Counted => ({
  counts: ofEachState((state) => all[state] - out[state]),
  leftOut: DELIVERY_STATES.reduce((sum, state) => sum + out[state], 0),
});

/** Deliveries by state: the one count of the log, for pages, monitors and the command line. */
export async function countDeliveries(strapi: Core.Strapi): Promise<Counted> {
  const counted = await read(
    table(strapi, TABLES.delivery).select('state').count({ count: '*' }).groupBy('state'),
    { state: COLUMNS[TABLES.delivery].state, count: amount },
  );
  const found = new Map(counted.map(({ state, count }) => [state, count]));
  const out = new Map<DeliveryState, number>();
  // One after another, each from an index: together they would be looked for in the whole table.
  const [discarded, left] = LEFT_OUT.$or;
  out.set('quarantined', await deliveries(strapi).count({ where: discarded }));
  for (const state of SETTLED_STATES) {
    out.set(state, await deliveries(strapi).count({ where: { ...left, state } }));
  }
  return countedFrom(
    ofEachState((state) => found.get(state) ?? 0),
    ofEachState((state) => out.get(state) ?? 0),
  );
}

/**
 * Deliveries that arrived in a span of time, by state. Added up and not grouped: SQLite would
 * walk the whole table in the order of the groups.
 * @param from epoch ms. @param to epoch ms, not included.
 */
export async function countArrived(
  strapi: Core.Strapi,
  { from, to }: { from: number; to: number },
): Promise<Counted> {
  const { connection } = strapi.db;
  const sums = DELIVERY_STATES.flatMap((state) => [
    connection.raw('sum(case when state = ? then 1 else 0 end) as ??', [state, state]),
    connection.raw('sum(case when state = ? and ?? is not null then 1 else 0 end) as ??', [
      state,
      state === 'quarantined' ? 'discarded_at' : 'left_at',
      outOf(state),
    ]),
  ]);
  const names = DELIVERY_STATES.flatMap((state) => [state, outOf(state)]);
  const [row] = await read(
    table(strapi, TABLES.delivery)
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

const outOf = (state: DeliveryState): string => `${state}_out`;
