import { alongside } from '../run-context/alongside';

const projecting = alongside<true>();

/** Marks document calls as the projection's own. */
export const asProjection = <T>(work: () => Promise<T>): Promise<T> => projecting.run(true, work);

/** Whether the caller's document calls are the projection's own. */
export const isProjection = (): boolean => projecting.get() === true;
