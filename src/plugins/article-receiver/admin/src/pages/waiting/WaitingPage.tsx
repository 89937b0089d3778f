import { Layouts, Page, Pagination, useQueryParams } from '@strapi/strapi/admin';
import { Box, EmptyStateLayout } from '@strapi/design-system';
import { useWaiting } from '../../hooks/use-waiting';
import { useText } from '../../utils/text';
import { PageTabs } from '../PageTabs';
import { WaitingRow } from './WaitingRow';

/** Everything that waits for whoever is signed in, newest first. */
export function WaitingPage() {
  const text = useText();
  const [{ query }] = useQueryParams<{ page?: string; pageSize?: string }>();
  const { page = '1', pageSize = '20' } = query;
  const { data, isLoading } = useWaiting({ page, pageSize });
  if (isLoading) return <Page.Loading />;
  if (!data) return <Page.Error />;
  const { results, pagination } = data;
  return (
    <Page.Main>
      <Page.Title>{text('tabs.waiting')}</Page.Title>
      <Layouts.Header title={text('log.title')} subtitle={text('waiting.hint')} />
      <PageTabs />
      <Layouts.Content>
        {results.length === 0 ? (
          <EmptyStateLayout shadow="tableShadow" hasRadius content={text('waiting.empty')} />
        ) : (
          <>
            <Box
              tag="ul"
              background="neutral0"
              hasRadius
              shadow="tableShadow"
              aria-label={text('tabs.waiting')}
            >
              {results.map((item) => (
                <WaitingRow
                  key={item.documentId ?? item.waits[0]?.deliveryId ?? item.since}
                  item={item}
                />
              ))}
            </Box>
            <Pagination.Root {...pagination} defaultPageSize={20}>
              <Pagination.PageSize options={['20', '50', '100']} />
              <Pagination.Links />
            </Pagination.Root>
          </>
        )}
      </Layouts.Content>
    </Page.Main>
  );
}
