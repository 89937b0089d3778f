import { Pagination, useQueryParams } from '@strapi/strapi/admin';

const PAGE_SIZE = 20;

/** The page that the address asks for. */
export function usePage(): { page: string; pageSize: string } {
  const [{ query }] = useQueryParams<{ page?: string; pageSize?: string }>();
  const { page = '1', pageSize = String(PAGE_SIZE) } = query;
  return { page, pageSize };
}

interface NumberedPagerProps {
  pagination: { page: number; pageSize: number; pageCount: number; total: number };
}

/** Pages that are counted, as the Content Manager has them; none where there is nothing. */
export function NumberedPager({ pagination }: NumberedPagerProps) {
  if (pagination.total === 0) return null;
  return (
    <Pagination.Root {...pagination} defaultPageSize={PAGE_SIZE}>
      <Pagination.PageSize options={['20', '50', '100']} />
      <Pagination.Links />
    </Pagination.Root>
  );
}
