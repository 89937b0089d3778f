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

/** Filters on a text column: Strapi's operators, or the value itself for `$eq`. */
const textFilter = z.union([
  text.transform((value) => ({ $eq: value })),
  z.strictObject({
    $eq: text.optional(),
    $ne: text.optional(),
    $in: texts.optional(),
    $notIn: texts.optional(),
    $contains: text.optional(),
    $containsi: text.optional(),
    $startsWith: text.optional(),
    $null: isTrue.optional(),
    $notNull: isTrue.optional(),
  }),
]);

/** A point in time, as the API shows it (ISO 8601) and as the table has it (epoch ms). */
const instant = z.coerce.date().transform((date) => date.getTime());

const timeFilter = z.strictObject({
  $eq: instant.optional(),
  $gt: instant.optional(),
  $gte: instant.optional(),
  $lt: instant.optional(),
  $lte: instant.optional(),
});

const state = z.enum(DELIVERY_STATES);
const states = z.preprocess((value) => (Array.isArray(value) ? value : [value]), z.array(state));

const stateFilter = z.union([
  state.transform((value) => ({ $eq: value })),
  z.strictObject({ $eq: state.optional(), $ne: state.optional(), $in: states.optional() }),
]);

/** Filters on the columns of deliveries, as Strapi's query engine takes them. */
export const deliveryFilters = z.strictObject({
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
});

const query = z.object({
  page: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(20),
  filters: deliveryFilters.default({}),
});

/** Reads the query of the deliveries list; what is wrong in it is named, with what was expected. */
export function parseDeliveryQuery(
  input: unknown,
): { ok: true; query: DeliveryQuery } | { ok: false; issues: Issue[] } {
  const result = query.safeParse(input);
  if (result.success) {
    const { page, pageSize, filters: where } = result.data;
    return { ok: true, query: { page, pageSize, where } };
  }
  const issues = result.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  return { ok: false, issues };
}
