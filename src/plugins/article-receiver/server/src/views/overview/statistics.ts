import type { Core } from '@strapi/types';
import type { CountedDay, Statistics } from '../../../../shared/deliveries/statistics';
import { dayStarts } from './days';
import { ledgerOf } from '../../ledger/ledger';

/**
 * Deliveries by the day of their arrival and by state.
 * @param days how many days, today included.
 * @param timeZone IANA name; says when a day begins.
 */
export async function statistics(
  strapi: Core.Strapi,
  { days, timeZone, now }: { days: number; timeZone: string; now: number },
): Promise<Statistics> {
  const ledger = ledgerOf(strapi);
  const result: CountedDay[] = [];
  // One after another: on SQLite there is one connection, and others want it too.
  for (const { day, from, to } of dayStarts(now, days, timeZone)) {
    const counted = await ledger.counts.arrived({ from, to });
    result.push({ day, from: iso(from), to: iso(to), ...counted });
  }
  const { counts, leftOut } = result.at(-1) ?? (await ledger.counts.arrived({ from: 0, to: 0 }));
  const total = Object.values(counts).reduce((sum, count) => sum + count, leftOut);
  return { days: result, today: { total, counts, leftOut } };
}

const iso = (epochMs: number): string => new Date(epochMs).toISOString();
