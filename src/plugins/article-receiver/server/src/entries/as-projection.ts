import { AsyncLocalStorage } from 'node:async_hooks';

const projecting = new AsyncLocalStorage<true>();

/** Marks document calls as the projection's own. */
export const asProjection = <T>(work: () => Promise<T>): Promise<T> => projecting.run(true, work);

/** Whether the caller's document calls are the projection's own. */
export const isProjection = (): boolean => projecting.getStore() === true;
