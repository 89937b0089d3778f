import { z } from 'zod';

/** What is less counts as the least: Strapi's own lists refuse no page 0 and no size below 1 either. */
const atLeast = (least: number) =>
  z.coerce
    .number()
    .int()
    .transform((asked) => Math.max(asked, least));

const NO_LIMIT = -1;

const YES = ['true', 't', '1'];
const NO = ['false', 'f', '0'];

/** Which part of a list is asked for, as Strapi's own lists take it: by page, or from a place on. */
export const paginationQuery = z
  .object({
    page: atLeast(1).optional(),
    pageSize: atLeast(1).optional(),
    start: atLeast(0).optional(),
    limit: z.literal(String(NO_LIMIT)).transform(Number).or(atLeast(1)).optional(),
    withCount: z
      .enum([...YES, ...NO])
      .transform((word) => YES.includes(word))
      .optional(),
  })
  .refine(
    ({ page, pageSize, start, limit }) =>
      (page ?? pageSize) === undefined || (start ?? limit) === undefined,
    'expected page and pageSize, or start and limit, not both',
  );

type Asked = z.output<typeof paginationQuery>;

/** What a site says of all lists of its Content API. */
export interface ListLimits {
  defaultLimit: number;
  /** The most that is given at once; below 1: as much as is asked for. */
  maxLimit: number;
  withCount: boolean;
}

/** The part of a list that is asked for, with what Strapi's own lists say about it. */
export function partOfList<Entry>(
  entries: readonly Entry[],
  asked: Asked,
  limits: ListLimits,
): { data: Entry[]; meta: { pagination: Record<string, number> } } {
  const { page = 1, start, limit } = asked;
  const isByPlace = (start ?? limit) !== undefined;
  const total = entries.length;
  const most = limits.maxLimit > 0 ? limits.maxLimit : null;
  const wanted = limit ?? asked.pageSize ?? limits.defaultLimit;
  const size = wanted === NO_LIMIT ? (most ?? total) : Math.min(wanted, most ?? Infinity);
  const first = isByPlace ? (start ?? 0) : (page - 1) * size;
  const isCounted = asked.withCount ?? limits.withCount;
  const pagination = isByPlace
    ? { start: first, limit: size, ...(isCounted ? { total } : {}) }
    : {
        page,
        pageSize: size,
        ...(isCounted ? { pageCount: Math.ceil(total / size), total } : {}),
      };
  return { data: entries.slice(first, first + size), meta: { pagination } };
}
