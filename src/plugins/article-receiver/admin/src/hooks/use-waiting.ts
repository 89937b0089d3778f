import { useGetReceiverWaitingQuery } from '../services/waiting';
import { useRefresh } from './use-refresh';

/** What waits for whoever is signed in, asked for again now and then. */
export function useWaiting(query: { page?: string; pageSize?: string } = {}) {
  return useGetReceiverWaitingQuery(query, {
    ...useRefresh(false),
    refetchOnMountOrArgChange: true,
  });
}
