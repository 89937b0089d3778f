import type { Core } from '@strapi/types';
import { alongside } from '../run-context/alongside';

/** Before when nothing counts as written in the course of some work, in epoch ms. */
const earliest = alongside<number>();

/**
 * The time of a write to an entry: later than the one before, whatever the clocks say. That may have been by another
 * instance, whose clock is ahead, or before the clock was put back.
 * @param changedAt when the entry was changed last, in epoch ms; NaN where nothing says so.
 */
export const timeAfter = (changedAt: number): number =>
  Number.isNaN(changedAt) ? Date.now() : Math.max(Date.now(), changedAt + 1);

/** Writes entries, none of which says that it was changed before a time. */
export const notBefore = <Result>(time: number, write: () => Promise<Result>): Promise<Result> =>
  earliest.run(time, write);

/** What of Strapi's is told before it writes a row; it has given it its time by then. */
interface BeforeWrite {
  params: { data?: { updatedAt?: unknown } };
}

/** Has entries say so: a form knows by that what its person has seen. */
export function keepTimesInOrder(strapi: Core.Strapi): void {
  const keep = ({ params: { data } }: BeforeWrite): void => {
    const time = earliest.get();
    if (time === undefined || !(data?.updatedAt instanceof Date)) return;
    if (+data.updatedAt < time) data.updatedAt = new Date(time);
  };
  strapi.db.lifecycles.subscribe({ beforeCreate: keep, beforeUpdate: keep });
}
