import type { Core } from '@strapi/types';
import type { Options } from '../../config/options';
import { ledgerOf } from '../../ledger/ledger';
import { lastDueDay, plannedInstant } from '../../projection/publication/planned-day';

/**
 * Takes up what is planned for a day that has come: its streams are behind from then on, and are
 * projected like those of a delivery that has just come in.
 * @returns whether there was anything.
 */
export async function takeUpPlanned(
  strapi: Core.Strapi,
  { publishOnReady, planned }: Options,
): Promise<boolean> {
  if (publishOnReady !== 'planned') return false;
  return ledgerOf(strapi).planned.pend(lastDueDay(Date.now(), planned));
}

/** When the next planned day comes, in epoch ms; null when none is planned. */
export async function nextPlannedAt(
  strapi: Core.Strapi,
  { publishOnReady, planned }: Options,
): Promise<number | null> {
  if (publishOnReady !== 'planned') return null;
  const day = await ledgerOf(strapi).planned.nextDay();
  return day === null ? null : plannedInstant(day, planned);
}
