import { z } from 'zod';
import {
  DELIVERY_STATES,
  SHOWN_STATES,
  type ShownState,
} from '../../../../shared/deliveries/deliveries';
import { writtenTime } from '../../../../shared/written-time';
import { inState, LEFT_OUT, type Filter } from '../../ledger/deliveries/filters';
import type { DeliveryQuery, KeysetQuery } from '../../views/deliveries/deliveries-page';
import { readCursor } from './cursor';

const MAX_PAGE_SIZE = 100;
/** The largest number in a column of PostgreSQL's and MariaDB's for integers. */
const MAX_INTEGER = 2 ** 31 - 1;

const text = z.string().max(255);
const texts = z.preprocess((value): unknown[] => [value].flat(), z.array(text).max(100));
const isTrue = z.enum(['true', 'false']).transform((value) => value === 'true');

const nullness = { $null: isTrue.optional(), $notNull: isTrue.optional() };

/** Filters on a text column: Strapi's operators, or the value itself for `$eq`. */
const textFilter = z.union([
  text.transform((value) => ({ $eq: value })),
  z.strictObject({
    $eq: text.optional(),
    $eqi: text.optional(),
    $ne: text.optional(),
    $nei: text.optional(),
    $in: texts.optional(),
    $notIn: texts.optional(),
    $contains: text.optional(),
    $containsi: text.optional(),
    $notContains: text.optional(),
    $notContainsi: text.optional(),
    $startsWith: text.optional(),
    $startsWithi: text.optional(),
    $endsWith: text.optional(),
    $endsWithi: text.optional(),
    ...nullness,
  }),
]);

/** A point in time, as the API shows it (ISO 8601) and as the table has it (epoch ms). */
const instant = z.unknown().transform((value, context) => {
  const time = writtenTime(value);
  if (time !== null) return time;
  const message = 'expected a time like 2026-09-14T10:00:00Z, or a day like 2026-09-14';
  context.addIssue({ code: 'custom', message });
  return z.NEVER;
});

const timeFilter = z.strictObject({
  $eq: instant.optional(),
  $ne: instant.optional(),
  $gt: instant.optional(),
  $gte: instant.optional(),
  $lt: instant.optional(),
  $lte: instant.optional(),
  ...nullness,
});

/** As JSON has it, or an address. What is empty is no number: to JavaScript alone it is 0. */
const number = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^-?\d+$/)
        .transform(Number),
    ],
    'expected a whole number',
  )
  .pipe(z.int().min(-MAX_INTEGER).max(MAX_INTEGER));

const numberFilter = z.strictObject({
  $eq: number.optional(),
  $ne: number.optional(),
  $gt: number.optional(),
  $gte: number.optional(),
  $lt: number.optional(),
  $lte: number.optional(),
  ...nullness,
});

const state = z.enum(DELIVERY_STATES);
const states = z.preprocess((value) => [value].flat(), z.array(state));

const stateFilter = z.union([
  state.transform((value) => ({ $eq: value })),
  z.strictObject({
    $eq: state.optional(),
    $ne: state.optional(),
    $in: states.optional(),
    $notIn: states.optional(),
    ...nullness,
  }),
]);

const shown = z.enum(SHOWN_STATES);
const shownStates = z.preprocess((value) => [value].flat(), z.array(shown).min(1));

/** Every delivery is in a state: none has none. */
const NO_ROWS: Filter = { id: { $null: true } };

/** What pages count by: not a column, but a choice of rows. */
const shownFilter = z
  .union([
    shown.transform((value) => ({ $in: [value], $notIn: [], isNone: false })),
    z
      .strictObject({
        $eq: shown.optional(),
        $ne: shown.optional(),
        $in: shownStates.optional(),
        $notIn: shownStates.optional(),
        ...nullness,
      })
      .transform(({ $eq, $ne, $in = [], $notIn = [], $null, $notNull }) => ({
        $in: $eq ? [...$in, $eq] : $in,
        $notIn: $ne ? [...$notIn, $ne] : $notIn,
        isNone: $null === true || $notNull === false,
      })),
  ])
  .transform(({ $in, $notIn, isNone }): Filter => {
    if (isNone) return NO_ROWS;
    const rowsOf = (state: ShownState) => (state === 'leftOut' ? LEFT_OUT : inState(state));
    return {
      ...($in.length > 0 ? { $or: $in.map(rowsOf) } : {}),
      ...($notIn.length > 0 ? { $not: { $or: $notIn.map(rowsOf) } } : {}),
    };
  });

const columnFilters = {
  stateShown: shownFilter.optional(),
  state: stateFilter.optional(),
  deliveryId: textFilter.optional(),
  event: textFilter.optional(),
  articleId: textFilter.optional(),
  orgId: textFilter.optional(),
  campaignId: textFilter.optional(),
  title: textFilter.optional(),
  slug: textFilter.optional(),
  sourceStatus: textFilter.optional(),
  occurredAt: timeFilter.optional(),
  sourceUpdatedAt: timeFilter.optional(),
  receivedAt: timeFilter.optional(),
  duplicates: numberFilter.optional(),
  bytes: numberFilter.optional(),
};

/** The table has another name for what the API calls `bytes`, and no column for what pages show. */
const inTable = <Filters extends { bytes?: unknown; stateShown?: object }>({
  bytes,
  stateShown,
  ...others
}: Filters) => ({
  ...others,
  ...stateShown,
  ...(bytes === undefined ? {} : { byteSize: bytes }),
});

/** Filters on the columns of deliveries, as Strapi's query engine takes them; `$and` for several on one. */
export const deliveryFilters = z
  .strictObject({
    ...columnFilters,
    $and: z.array(z.strictObject(columnFilters).transform(inTable)).max(50).optional(),
  })
  .transform(inTable);

/**
 * What somebody types into a search, or pastes: a paragraph is found nowhere, and is no fault. SQLite takes patterns of
 * 50,000 bytes (sqlite.org/limits.html).
 */
export const searchText = z.string().trim().max(10_000);

/** What the admin's search box looks into. */
const SEARCHED = ['title', 'slug', 'articleId', 'deliveryId'] as const;

/** A cursor of an earlier answer. */
const cursor = z.string().transform((value, context) => {
  const position = readCursor(value);
  if (position !== null) return position;
  context.addIssue({ code: 'custom', message: 'expected a cursor of an earlier answer' });
  return z.NEVER;
});

const selection = {
  filters: deliveryFilters.default({}),
  _q: searchText.optional(),
};

const query = z
  .object({
    page: z.coerce.number().int().min(1).optional(),
    pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
    after: cursor.optional(),
    before: cursor.optional(),
    ...selection,
  })
  .refine(
    ({ page, after, before }) =>
      [page, after, before].filter((value) => value !== undefined).length <= 1,
    { path: ['page'], message: 'expected one of page, after and before' },
  );

type Selection = z.output<z.ZodObject<typeof selection>>;

export type Parsed<Value> = { ok: true; value: Value } | { ok: false; error: z.ZodError };

/** Filters and search as one filter of Strapi's query engine. */
export function whereOf({ filters, _q: search }: Selection): Filter {
  if (!search) return filters;
  const matches = SEARCHED.map((column) => ({ [column]: { $containsi: search } }));
  return { $and: [filters, { $or: matches }] };
}

/** Reads the query of the deliveries list. */
export function parseDeliveryQuery(input: unknown): Parsed<DeliveryQuery | KeysetQuery> {
  const result = query.safeParse(input);
  if (!result.success) return { ok: false, error: result.error };
  const { page = 1, pageSize, after, before } = result.data;
  const where = whereOf(result.data);
  if (after !== undefined) return { ok: true, value: { from: { after }, pageSize, where } };
  if (before !== undefined) return { ok: true, value: { from: { before }, pageSize, where } };
  return { ok: true, value: { page, pageSize, where } };
}

/** Which deliveries are meant, as the list's query and the body of a bulk redrive say it. */
export const deliverySelection = z.object(selection);
