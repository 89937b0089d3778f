import { useEffect, useState } from 'react';
import { Page } from '@strapi/strapi/admin';
import { Navigate, NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useGetReceiverWaitingQuery } from '../services/waiting';
import { ADDRESS_OF_WAITING } from '../utils/addresses';
import { EventLogPage } from './log/EventLogPage';

/** Where the menu leads: to what waits, where something does; else, and by its address, to the log. */
export function StartPage() {
  const location: { key: string; search: string; state: unknown } = useLocation();
  const isChosen =
    location.search !== '' || (location.state as { stay?: boolean } | null)?.stay === true;
  const isFromMenu = useNavigationType() === NavigationType.Push && !isChosen;
  const isLed = useWaitsOnArrival(isFromMenu ? location.key : null);
  if (isLed === null) return <Page.Loading />;
  return isLed ? <Navigate to={ADDRESS_OF_WAITING} replace /> : <EventLogPage />;
}

/**
 * Whether something waited when somebody came here; null until that is known. What begins to wait later
 * leads nobody away from what they are at.
 * @param arrival what tells one arrival from another; null where nobody is to be led.
 */
function useWaitsOnArrival(arrival: string | null): boolean | null {
  const [known, setKnown] = useState<{ arrival: string; waits: boolean } | null>(null);
  const isKnown = known?.arrival === arrival;
  const isAsked = arrival !== null && !isKnown;
  const { currentData, isError } = useGetReceiverWaitingQuery({}, { skip: !isAsked });
  const isAnswered = currentData !== undefined || isError;
  const waits = (currentData?.pagination.total ?? 0) > 0;
  useEffect(() => {
    if (isAsked && isAnswered) setKnown({ arrival, waits });
  }, [arrival, isAsked, isAnswered, waits]);
  if (arrival === null) return false;
  if (isKnown) return known.waits;
  return isAnswered ? waits : null;
}
