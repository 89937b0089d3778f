import { z } from 'zod';
import { DELIVERY_STATES, type Issue } from '../../../shared/deliveries';
import type { DeliveryQuery } from '../event-log/delivery-page';

const MAX_PAGE_SIZE = 100;

const text = z.string().max(255);
const texts = z.preprocess(
  (value) => (Array.isArray(value) ? value : [value]),
  z.array(text).max(100),
);
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
const instant = z.coerce.date().transform((date) => date.getTime());

const timeFilter = z.strictObject({
  $eq: instant.optional(),
  $ne: instant.optional(),
  $gt: instant.optional(),
  $gte: instant.optional(),
  $lt: instant.optional(),
  $lte: instant.optional(),
  ...nullness,
});

const state = z.enum(DELIVERY_STATES);
const states = z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(state));

const stateFilter = z.union([
  state.transform((value) => ({ $eq: value })),
  z.strictObject({
    $eq: state.optional(),
    $ne: state.optional(),
    $in: states.optional(),
    ...nullness,
  }),
]);

const columnFilters = {
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
};

/** Filters on the columns of deliveries, as Strapi's query engine takes them; `$and` for several on one. */
export const deliveryFilters = z.strictObject({
  ...columnFilters,
  $and: z.array(z.strictObject(columnFilters)).max(50).optional(),
});

/** What the admin's search box looks into. */
const SEARCHED = ['title', 'slug', 'articleId', 'deliveryId'] as const;

const query = z.object({
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
  filters: deliveryFilters.default({}),
  _q: text.trim().optional(),
});

/** Reads the query of the deliveries list; what is wrong in it is named, with what was expected. */
export function parseDeliveryQuery(
  input: unknown,
): { ok: true; query: DeliveryQuery } | { ok: false; issues: Issue[] } {
  const result = query.safeParse(input);
  if (result.success) {
    const { page, pageSize, filters, _q: search } = result.data;
    const matches = SEARCHED.map((column) => ({ [column]: { $containsi: search } }));
    const where = search ? { $and: [filters, { $or: matches }] } : filters;
    return { ok: true, query: { page, pageSize, where } };
  }
  const issues = result.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  return { ok: false, issues };
}
