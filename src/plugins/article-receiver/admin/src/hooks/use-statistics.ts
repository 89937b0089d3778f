import { useGetReceiverStatisticsQuery } from '../services/deliveries';
import { useRefresh } from './use-refresh';

const DAYS = 14;

/** Deliveries by day and state, in the days of the administrator's time zone. */
export function useStatistics(isBusy: boolean) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const refresh = { ...useRefresh(isBusy), refetchOnMountOrArgChange: true };
  return useGetReceiverStatisticsQuery({ days: DAYS, timeZone }, refresh);
}
