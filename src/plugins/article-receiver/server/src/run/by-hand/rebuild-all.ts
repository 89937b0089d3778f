import type { Core } from '@strapi/types';
import type { RebuildJob } from '../../../../shared/deliveries/operations';
import { ledgerOf } from '../../ledger/ledger';

/**
 * Asks for every article to be projected again. The runner carries it out, here or in the site.
 * @param restoreDeleted brings back articles that editors deleted.
 * @returns null when a rebuild or bulk redrive is under way or paused already.
 */
export async function requestRebuild(
  strapi: Core.Strapi,
  requestedBy: string,
  restoreDeleted: boolean,
): Promise<RebuildJob | null> {
  const ledger = ledgerOf(strapi);
  if (await ledger.jobs.latest(['running', 'paused'])) return null;
  const total = await ledger.selected.count({});
  const job = { kind: 'rebuild', filter: {}, restoreDeleted, total, requestedBy } as const;
  const result = await ledger.jobs.begin(job);
  return 'begun' in result ? result.begun : null;
}
