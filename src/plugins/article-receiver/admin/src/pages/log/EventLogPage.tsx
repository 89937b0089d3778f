import { Layouts, Page, Pagination, SearchInput, useQueryParams } from '@strapi/strapi/admin';
import { Flex } from '@strapi/design-system';
import { DELIVERY_STATES, type DeliveryState } from '../../../../shared/deliveries';
import { useRefresh } from '../../hooks/use-refresh';
import {
  useGetDeliveriesQuery,
  useGetReceiverStatusQuery,
  type LogQuery,
} from '../../services/receiver';
import { useText } from '../../utils/text';
import { DeliveriesTable } from './DeliveriesTable';
import { FirstSteps } from './FirstSteps';
import { LogFilters } from './LogFilters';
import { StateCounts } from './StateCounts';
import { stateIn, withState } from './state-filter';

const FIRST_PAGE = { page: '1', pageSize: '20' };

/** Only what the list knows; whatever else is in the address bar is not ours. */
const known = ({ page, pageSize, filters, _q }: LogQuery): LogQuery => ({
  page,
  pageSize,
  filters,
  _q,
});

/** The event log: what came in, newest first, and what became of it. */
export function EventLogPage() {
  const text = useText();
  const [{ query }, setQuery] = useQueryParams<LogQuery>(FIRST_PAGE);
  const status = useGetReceiverStatusQuery(undefined, useStatusRefresh());
  const isBusy = (status.data?.counts.pending ?? 0) > 0;
  const log = useGetDeliveriesQuery(known({ ...FIRST_PAGE, ...query }), {
    ...useRefresh(isBusy),
    refetchOnMountOrArgChange: true,
  });

  if (log.isLoading || status.isLoading) return <Page.Loading />;
  if (!log.data || !status.data) return <Page.Error />;

  const { results, pagination } = log.data;
  const { counts, webhookPath } = status.data;
  const total = DELIVERY_STATES.reduce((sum, state) => sum + counts[state], 0);
  const isNarrowed = Boolean(query._q) || Object.keys(query.filters ?? {}).length > 0;
  const isUnused = total === 0 && pagination.total === 0 && !isNarrowed;
  const choose = (state: DeliveryState | null) =>
    setQuery({ ...query, page: 1, filters: withState(query.filters, state) });

  return (
    <Page.Main>
      <Page.Title>{text('log.title')}</Page.Title>
      <Layouts.Header
        title={text('log.title')}
        subtitle={text('log.subtitle', { count: pagination.total })}
      />
      {isUnused ? (
        <Layouts.Content>
          <FirstSteps webhookPath={webhookPath} />
        </Layouts.Content>
      ) : (
        <>
          <Layouts.Action
            startActions={
              <>
                <SearchInput label={text('log.search')} placeholder={text('log.search')} />
                <LogFilters />
              </>
            }
          />
          <Layouts.Content>
            <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={8}>
              <StateCounts counts={counts} chosen={stateIn(query.filters)} onChoose={choose} />
              <div>
                <DeliveriesTable deliveries={results} />
                <Pagination.Root {...pagination}>
                  <Pagination.PageSize />
                  <Pagination.Links />
                </Pagination.Root>
              </div>
            </Flex>
          </Layouts.Content>
        </>
      )}
    </Page.Main>
  );
}

/** The counts say whether something is pending, so they have to be asked for without knowing it. */
function useStatusRefresh() {
  const { data } = useGetReceiverStatusQuery();
  return { ...useRefresh((data?.counts.pending ?? 0) > 0), refetchOnMountOrArgChange: true };
}
