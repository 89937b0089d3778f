import { encodedDeep } from '../../utils/encoded-deep';
import type { KeysetPagination, Pagination } from '../../../../shared/deliveries/deliveries';
import type { LogQuery, Selection } from '../../services/deliveries';

export const FIRST_PAGE: LogQuery = { pageSize: '20' };

/**
 * What to ask the server for; whatever else is in the address bar is not ours. Strapi's search and
 * filters start over by setting `page`, so a page's number wins over a cursor.
 */
export function asked({ page, pageSize, after, before, filters, _q }: LogQuery): LogQuery {
  const place = page ? { page } : after ? { after } : before ? { before } : {};
  return { ...place, pageSize, filters, _q };
}

/** The deliveries that the search and filters leave over, on whatever page. */
export function selectionOf(query: LogQuery): Selection {
  const { filters, _q } = query;
  return { ...(filters && { filters }), ...(_q && { _q }) };
}

export const isNarrowed = ({ filters, _q }: LogQuery): boolean =>
  Boolean(_q) || Object.keys(conditionsOf(filters)).length > 0;

const conditionsOf = (filters: LogQuery['filters']): object => {
  const { $and, ...others } = filters ?? {};
  return { ...($and as object | undefined), ...others };
};

/** The query for the address bar, at another place of the same list. Strapi writes it as it is. */
export function placed(query: LogQuery, place: Pick<LogQuery, 'after' | 'before'>): LogQuery {
  return encodedDeep({ ...asked({ ...query, page: '1' }), page: undefined, ...place });
}

/** Where the neighbours of a page are; null where there is none. */
export function neighbours(
  query: LogQuery,
  pagination: Pagination | KeysetPagination,
): Record<'newer' | 'older', Pick<LogQuery, 'after' | 'before'> | null> {
  const { next } = pagination;
  const previous = 'previous' in pagination ? pagination.previous : null;
  const isFirst = 'previous' in pagination ? previous === null : Number(query.page ?? 1) <= 1;
  return {
    newer: previous !== null ? { before: previous } : isFirst ? null : {},
    older: next === null ? null : { after: next },
  };
}
