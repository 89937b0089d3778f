import { useState } from 'react';
import type { ListedDelivery } from '../../../../shared/deliveries/deliveries';
import { steadyRows } from './steady-rows';

interface SteadyRowsInput {
  /** Which list it is: another one is always shown at once. */
  list: string;
  /** The list as it was last read; undefined until it was. */
  latest: ListedDelivery[] | undefined;
  /** Whether somebody is at it: has selected rows, or scrolled down. */
  isHeld: boolean;
}

/** Keeps the list from moving under somebody's hands. */
export function useSteadyRows({ list, latest, isHeld }: SteadyRowsInput) {
  const [shown, setShown] = useState({ list, rows: latest ?? [] });
  const showLatest = () => latest && setShown({ list, rows: latest });
  if (!latest) return { rows: shown.rows, waiting: 0, showLatest };
  if (isHeld && shown.list === list) return { ...steadyRows(shown.rows, latest), showLatest };
  // React's way to follow a prop: set while rendering, before anything is painted.
  if (shown.list !== list || shown.rows !== latest) showLatest();
  return { rows: latest, waiting: 0, showLatest };
}
