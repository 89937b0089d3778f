import { useSyncExternalStore } from 'react';

let isWaiting = false;
const listeners = new Set<() => void>();

/** The panel says whether something in it waits: where Strapi folds it away, nobody would see. */
export function signalWaiting(waiting: boolean): void {
  if (isWaiting === waiting) return;
  isWaiting = waiting;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useIsWaiting = (): boolean => useSyncExternalStore(subscribe, () => isWaiting);
