import { useEffect } from 'react';
import { useQueryParams } from '@strapi/strapi/admin';
import type { DeliveryState } from '../../../../shared/deliveries';
import { useRefresh } from '../../hooks/use-refresh';
import {
  useGetReceiverDeliveriesQuery,
  useGetReceiverStatusQuery,
  type LogQuery,
} from '../../services/deliveries';
import { asked, FIRST_PAGE, neighbours, placed } from './log-query';
import { withState } from './state-filter';

/** The event log as the address bar asks for it, read again while it is open. */
export function useLog() {
  const [{ query }, setQuery] = useQueryParams<LogQuery>(FIRST_PAGE);
  const status = useGetReceiverStatusQuery(undefined, useStatusRefresh());
  const isBusy = (status.data?.counts.pending ?? 0) > 0;
  const log = useGetReceiverDeliveriesQuery(asked(query), {
    ...useRefresh(isBusy),
    refetchOnMountOrArgChange: true,
  });

  const pages = log.data && neighbours(query, log.data.pagination);
  const go = (place: Pick<LogQuery, 'after' | 'before'>, replace = false) =>
    setQuery(
      { page: undefined, after: undefined, before: undefined, ...placed(query, place) },
      'push',
      replace,
    );
  // Going back from cursor to cursor may end in less than a page; the first page is whole.
  const isPastStart = !log.isFetching && Boolean(asked(query).before) && pages?.newer === null;
  useEffect(() => {
    if (isPastStart) go({}, true);
  });

  return {
    query,
    status,
    log,
    isBusy,
    pages,
    go,
    choose: (state: DeliveryState | null) =>
      setQuery({
        ...placed(query, {}),
        after: undefined,
        before: undefined,
        page: 1,
        filters: withState(query.filters, state),
      }),
  };
}

/** The counts say whether something is pending, so they have to be asked for without knowing it. */
function useStatusRefresh() {
  const { data } = useGetReceiverStatusQuery();
  return { ...useRefresh((data?.counts.pending ?? 0) > 0), refetchOnMountOrArgChange: true };
}
