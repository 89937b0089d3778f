import { useRef, useState } from 'react';
import { Layouts, Page, SearchInput } from '@strapi/strapi/admin';
import { EmptyStateLayout, Flex } from '@strapi/design-system';
import { DELIVERY_STATES, type ReceiverStatus } from '../../../../shared/deliveries/deliveries';
import { AwayNotice } from '../../components/AwayNotice';
import { TopOfPage } from './TopOfPage';
import { useStatistics } from '../../hooks/use-statistics';
import type { LogQuery } from '../../services/deliveries';
import type { DeliveryPage } from '../../../../shared/deliveries/deliveries';
import { isUnanswered } from '../../utils/unanswered';
import { useText } from '../../wording/text';
import { PageTabs } from '../PageTabs';
import { DeliveriesChart } from './chart/DeliveriesChart';
import { spanIn } from './day-filter';
import { ExportMenu } from './ExportMenu';
import { FirstSteps } from './FirstSteps';
import { JobProgress } from './JobProgress';
import { LogFilters } from './LogFilters';
import { LogList } from './LogList';
import { isNarrowed, selectionOf } from './log-query';
import { StateCounts } from './StateCounts';
import { stateIn } from './state-filter';
import { useLog } from './use-log';

/** The event log: what came in, newest first, and what became of it. */
export function EventLogPage() {
  const text = useText();
  const page = useLog();
  const { query, status, log } = page;
  const [isAtTop, setAtTop] = useState(true);
  const { data: statistics } = useStatistics(page.isBusy);
  const list = useRef<HTMLDivElement>(null);

  if (log.isLoading || status.isLoading) return <Page.Loading />;
  // Not the rows of the former query, which RTK still has, for one that failed.
  const isFailed = log.isError && !log.currentData;
  // Whoever asked for what does not fit needs what they asked with.
  const isMisfit = isFailed && !isUnanswered(log.error);
  const shown = isFailed ? null : log.data;
  if (!status.data || (!shown && !isMisfit)) return <Page.Error />;

  const { counts, leftOut } = status.data;
  const count = shown ? counted(query, shown, status.data) : null;
  const isUnused = total(status.data) === 0 && shown?.results.length === 0 && !isNarrowed(query);
  return (
    <Page.Main>
      <Page.Title>{text('log.title')}</Page.Title>
      <Layouts.Header
        title={text('log.title')}
        subtitle={count === null ? undefined : text('log.subtitle', { count })}
        primaryAction={isUnused || isMisfit ? null : <ExportMenu selection={selectionOf(query)} />}
      />
      {!isUnused && <PageTabs />}
      {!isUnused && (
        <Layouts.Action
          startActions={
            <>
              <SearchInput label={text('log.search')} placeholder={text('log.search')} />
              <LogFilters />
            </>
          }
        />
      )}
      <Layouts.Content>
        <Flex direction="column" alignItems="stretch" gap={4} paddingBottom={8}>
          <TopOfPage onChange={setAtTop} />
          {page.awaySince !== null && <AwayNotice since={page.awaySince} />}
          {!status.data.firstDelivery && <FirstSteps status={status.data} />}
          {!isUnused && (
            <>
              <StateCounts
                counts={{ ...counts, leftOut }}
                chosen={stateIn(query.filters)}
                onChoose={page.choose}
              />
              {statistics && (
                <DeliveriesChart
                  days={statistics.days}
                  chosen={spanIn(query.filters)}
                  onChoose={page.chooseSpan}
                />
              )}
              <JobProgress onClosed={() => list.current?.focus()} />
              <div ref={list} tabIndex={-1} style={{ outline: 'none' }}>
                {isMisfit ? <Misfit /> : <LogList page={page} isAtTop={isAtTop} />}
              </div>
            </>
          )}
        </Flex>
      </Layouts.Content>
    </Page.Main>
  );
}

/** In the place of the list. */
function Misfit() {
  const text = useText();
  return (
    <div role="alert">
      <EmptyStateLayout shadow="tableShadow" hasRadius content={text('log.misfit')} />
    </div>
  );
}

const total = ({ counts, leftOut }: ReceiverStatus): number =>
  DELIVERY_STATES.reduce((sum, state) => sum + counts[state], leftOut);

/** How many the list is about; null beyond the first page of a narrowed list, which nobody counts. */
function counted(
  query: LogQuery,
  { pagination }: DeliveryPage,
  status: ReceiverStatus,
): number | null {
  if ('total' in pagination) return pagination.total;
  return isNarrowed(query) ? null : total(status);
}
