import type { Core } from '@strapi/types';
import { DELIVERY_STATES, type DeliveryState } from '../../../shared/deliveries';
import type { Statistics } from '../../../shared/statistics';
import { dayStarts } from '../config/days';
import { countArrived } from '../event-log/deliveries';

const nothing = (): Record<DeliveryState, number> =>
  Object.fromEntries(DELIVERY_STATES.map((state) => [state, 0])) as Record<DeliveryState, number>;

/**
 * Deliveries by the day of their arrival and by state.
 * @param days how many days, today included.
 * @param timeZone IANA name; says when a day begins.
 */
export async function statistics(
  strapi: Core.Strapi,
  { days, timeZone, now }: { days: number; timeZone: string; now: number },
): Promise<Statistics> {
  const result: Statistics['days'] = [];
  // One after another: on SQLite there is one connection, and others want it too.
  for (const { day, from, to } of dayStarts(now, days, timeZone)) {
    result.push({ day, counts: await countArrived(strapi, { from, to }) });
  }
  const counts = result.at(-1)?.counts ?? nothing();
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { days: result, today: { total, counts } };
}
