import { useEffect } from 'react';
import { Pagination, useQueryParams } from '@strapi/strapi/admin';

const PAGE_SIZE = 20;

/** The page that the address asks for. */
export function usePage(): { page: string; pageSize: string } {
  const [{ query }] = useQueryParams<{ page?: string; pageSize?: string }>();
  const { page = '1', pageSize = String(PAGE_SIZE) } = query;
  return { page, pageSize };
}

interface Numbered {
  page: number;
  pageSize: number;
  pageCount: number;
  total: number;
}

/** Whether a list has no such page any more, but others. */
export const isPastLast = ({ page, pageCount }: Numbered): boolean =>
  pageCount > 0 && page > pageCount;

/**
 * Pages that are counted, as the Content Manager has them; none where there is nothing. When all that a
 * page had is decided, the last one that there is takes its place.
 */
export function NumberedPager({ pagination }: { pagination: Numbered }) {
  const [, setQuery] = useQueryParams();
  const { pageCount } = pagination;
  const isGone = isPastLast(pagination);
  useEffect(() => {
    if (isGone) setQuery({ page: pageCount }, 'push', true);
  }, [isGone, pageCount, setQuery]);
  if (pagination.total === 0 || isGone) return null;
  return (
    <Pagination.Root {...pagination} defaultPageSize={PAGE_SIZE}>
      <Pagination.PageSize options={['20', '50', '100']} />
      <Pagination.Links />
    </Pagination.Root>
  );
}
