import { Page } from '@strapi/strapi/admin';
import { Navigate, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useGetReceiverWaitingQuery } from '../services/waiting';
import { ADDRESS_OF_WAITING } from '../utils/addresses';
import { EventLogPage } from './log/EventLogPage';

/** Where the menu leads: to what waits, where something does; else, and by its address, to the log. */
export function StartPage() {
  const location: { search: string; state: unknown } = useLocation();
  const isChosen =
    location.search !== '' || (location.state as { stay?: boolean } | null)?.stay === true;
  const isFromMenu = useNavigationType() === NavigationType.Push && !isChosen;
  const { data, isLoading } = useGetReceiverWaitingQuery({}, { skip: !isFromMenu });
  if (isFromMenu && isLoading) return <Page.Loading />;
  if (isFromMenu && (data?.pagination.total ?? 0) > 0) {
    return <Navigate to={ADDRESS_OF_WAITING} replace />;
  }
  return <EventLogPage />;
}
