import { useEffect, useState } from 'react';
import { isUnanswered } from '../../utils/unanswered';
import { useQueryParams } from '@strapi/strapi/admin';
import type { ShownState } from '../../../../shared/deliveries/deliveries';
import { useRefresh } from '../../hooks/use-refresh';
import {
  useGetReceiverDeliveriesQuery,
  useGetReceiverStatusQuery,
  type LogQuery,
} from '../../services/deliveries';
import { asked, FIRST_PAGE, neighbours, placed } from './log-query';
import { withSpan, type Span } from './day-filter';
import { withState, type Filters } from './state-filter';

/** The event log as the address bar asks for it, read again while it is open. */
export function useLog() {
  const [{ query }, setQuery] = useQueryParams<LogQuery>(FIRST_PAGE);
  const status = useGetReceiverStatusQuery(undefined, useStatusRefresh());
  const isBusy = (status.data?.counts.pending ?? 0) > 0;
  const [isAway, setAway] = useState(false);
  const log = useGetReceiverDeliveriesQuery(asked(query), {
    ...useRefresh(isBusy || isAway),
    refetchOnMountOrArgChange: true,
  });
  const isMissed = isUnanswered(log.error);
  useEffect(() => {
    if (isMissed !== isAway && !log.isFetching) setAway(isMissed);
  }, [isMissed, isAway, log.isFetching]);

  const pages = log.data && neighbours(query, log.data.pagination);
  const go = (place: Pick<LogQuery, 'after' | 'before'>, replace = false) =>
    setQuery(
      { page: undefined, after: undefined, before: undefined, ...placed(query, place) },
      'push',
      replace,
    );
  // Going back from cursor to cursor may end in less than a page; the first page is whole.
  const isPastStart = !log.isFetching && Boolean(asked(query).before) && pages?.newer === null;
  // When all that a page had is decided, the one before it takes its place.
  const isPastEnd = !log.isFetching && log.data?.results.length === 0;
  useEffect(() => {
    if (isPastStart) go({}, true);
    else if (isPastEnd && pages?.newer) go(pages.newer, true);
  });

  const narrow = (filters: Filters) =>
    setQuery({
      ...placed(query, {}),
      after: undefined,
      before: undefined,
      page: 1,
      filters,
    });

  return {
    query,
    status,
    log,
    isBusy,
    pages,
    go,
    /** When the server was last heard of (epoch ms), while it does not answer; null while it does. */
    awaySince: isAway ? (log.fulfilledTimeStamp ?? null) : null,
    choose: (state: ShownState | null) => narrow(withState(query.filters, state)),
    chooseSpan: (span: Span | null) => narrow(withSpan(query.filters, span)),
  };
}

/** The counts say whether something is pending, so they have to be asked for without knowing it. */
function useStatusRefresh() {
  const { data } = useGetReceiverStatusQuery();
  return { ...useRefresh((data?.counts.pending ?? 0) > 0), refetchOnMountOrArgChange: true };
}
